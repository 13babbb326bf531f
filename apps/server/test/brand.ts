import type { BrandContent } from '@quincena/domain/brand/content'
import { drawPng } from './png.ts'

/** The brand of another lender than the demo's. */
export const brandFields: BrandContent = {
  name: 'Prestaclara, S.A. de C.V., SOFOM, E.N.R.',
  trade_name: 'Prestaclara',
  address: 'Av. Hidalgo 100, Centro, 64000 Monterrey, Nuevo León',
  phone: '81 5555 0100',
  email: 'hola@prestaclara.mx',
  website: 'https://www.prestaclara.mx',
  une_address: 'Av. Juárez 5, Centro, 64000 Monterrey, Nuevo León',
  une_phone: '81 5555 0199',
  une_email: 'une@prestaclara.mx',
  une_hours: 'Lunes a viernes de 9:00 a 18:00',
  representative: 'Lucía Ferrer Aguilar',
  reca: '1234-567-890123/01-00001-0125',
  reca_advance: '1234-567-890123/02-00002-0125',
  color_light: '#7A1FA2',
  color_dark: '#D79BF0',
}

/** A logo of purple stripes on a transparent ground. */
export const logoPng = (width = 200, height = 80): Buffer =>
  drawPng({
    width,
    height,
    colour: 6,
    pixel: (index) => (index % 7 < 4 ? [122, 31, 162, 255] : [0, 0, 0, 0]),
  })
