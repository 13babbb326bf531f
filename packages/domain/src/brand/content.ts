import { z } from 'zod'
import { email, required, textUpTo } from '../fields.ts'
import type { Lender } from '../lender/schema.ts'
import { DEFAULT_TRADE_NAME } from '../lender/trade-name.ts'
import { type BrandColors, colorProblem, DEFAULT_COLORS, type Scheme } from './colors.ts'

/** Most characters of each kind of field. */
export const BRAND_LIMITS = {
  name: 160,
  trade_name: 30,
  address: 300,
  phone: 40,
  reca: 60,
  hours: 160,
  summary: 1000,
} as const

const PHONE = /^\+?[0-9 ()-]*[0-9](?:\s*(?:ext\.?|x)\s*[0-9]{1,6})?$/i
const isPhone = (value: string) => PHONE.test(value) && (value.match(/[0-9]/g) ?? []).length >= 10
const phoneText = 'Escribe un teléfono de al menos 10 dígitos'

const phone = required('Escribe el teléfono', BRAND_LIMITS.phone).refine(isPhone, phoneText)
const optionalPhone = textUpTo(BRAND_LIMITS.phone).refine(
  (value) => value === '' || isPhone(value),
  phoneText,
)
const mailText = 'Escribe un correo electrónico válido'
const optionalEmail = z.union([z.literal(''), email(mailText)], mailText)

const siteText = 'Escribe la dirección completa, por ejemplo https://www.ejemplo.mx'
const site = z.url({ protocol: /^https$/, hostname: z.regexes.domain, error: siteText })
const website = z.union([z.literal(''), textUpTo(200).pipe(site)], siteText)

/** A colour whose text can be read in its scheme, in capitals. */
const colorOf = (scheme: Scheme) =>
  z
    .string('Elige un color')
    .trim()
    .regex(/^#[0-9A-Fa-f]{6}$/, 'Escribe el color como #0B6E5F')
    .toUpperCase()
    .superRefine((value, context) => {
      const problem = /^#[0-9A-F]{6}$/.test(value) ? colorProblem(value, scheme) : undefined
      if (problem !== undefined) context.addIssue({ code: 'custom', message: problem })
    })

/** The lender's data and the brand of the installation, without the picture of the logo. Empty texts are not published. */
export const brandContent = z.object({
  name: required('Escribe la razón social', BRAND_LIMITS.name),
  trade_name: required('Escribe el nombre comercial', BRAND_LIMITS.trade_name),
  address: required('Escribe el domicilio', BRAND_LIMITS.address),
  phone,
  email: email(mailText),
  website,
  une_address: textUpTo(BRAND_LIMITS.address),
  une_phone: optionalPhone,
  une_email: optionalEmail,
  une_hours: textUpTo(BRAND_LIMITS.hours),
  representative: textUpTo(BRAND_LIMITS.name),
  reca: textUpTo(BRAND_LIMITS.reca),
  reca_advance: textUpTo(BRAND_LIMITS.reca),
  color_light: colorOf('light'),
  color_dark: colorOf('dark'),
})

/** The fields as they are stored: the first version has what the settings of the server say, whatever their form. */
export const storedBrand = z.object({
  ...{ name: z.string(), trade_name: z.string(), address: z.string(), phone: z.string(), email: z.string() },
  ...{ website: z.string(), une_address: z.string(), une_phone: z.string(), une_email: z.string() },
  ...{ une_hours: z.string(), representative: z.string(), reca: z.string(), reca_advance: z.string() },
  ...{ color_light: z.string(), color_dark: z.string() },
})
export type BrandContent = z.infer<typeof storedBrand>
export type BrandField = keyof BrandContent

/** The Spanish name of each field, in the order of the screens. */
export const BRAND_FIELD_NAMES: Record<BrandField, string> = {
  trade_name: 'Nombre comercial',
  name: 'Razón social',
  address: 'Domicilio',
  phone: 'Teléfono',
  email: 'Correo electrónico',
  website: 'Página web',
  une_address: 'Domicilio de la UNE',
  une_phone: 'Teléfono de la UNE',
  une_email: 'Correo de la UNE',
  une_hours: 'Horario de la UNE',
  representative: 'Representante legal',
  reca: 'RECA del crédito',
  reca_advance: 'RECA del anticipo',
  color_light: 'Color en modo claro',
  color_dark: 'Color en modo oscuro',
}
/** The fields in the order of the screens. */
export const BRAND_FIELDS = Object.keys(BRAND_FIELD_NAMES).filter(
  (key): key is BrandField => key in brandContent.shape,
)

/** The data that an installation begins with: those of its settings, and the product's name and colours. */
export function firstBrand({ name, address, phone: tel, email: mail, reca }: Lender): BrandContent {
  return {
    ...{ name, trade_name: DEFAULT_TRADE_NAME, address, phone: tel, email: mail, website: '' },
    ...{ une_address: '', une_phone: '', une_email: '', une_hours: '', representative: '' },
    ...{ reca, reca_advance: '', color_light: DEFAULT_COLORS.light, color_dark: DEFAULT_COLORS.dark },
  }
}

/** The fields in a fixed order and nothing else: equal brands give equal JSON. */
export function canonicalBrand(content: BrandContent): BrandContent {
  const { name, trade_name, address, phone: tel, email: mail, website: site } = content
  const { une_address, une_phone, une_email, une_hours, representative } = content
  const { reca, reca_advance, color_light, color_dark } = content
  return {
    ...{ name, trade_name, address, phone: tel, email: mail, website: site },
    ...{ une_address, une_phone, une_email, une_hours, representative },
    ...{ reca, reca_advance, color_light, color_dark },
  }
}

/** The colours of a brand. */
export const colorsOf = ({ color_light, color_dark }: BrandContent): BrandColors => ({
  light: color_light,
  dark: color_dark,
})

const optionalFields = [
  ...(['reca_advance', 'website', 'une_address', 'une_phone', 'une_email', 'une_hours'] as const),
  ...(['representative'] as const),
]

/**
 * The lender as papers state it. What is empty or the product's own is absent, so that papers of an installation that
 * never changed its brand keep their hashes.
 */
export function lenderOf(content: BrandContent, logo: string | null): Lender {
  const { name, address, phone: tel, email: mail, reca, trade_name, color_light } = content
  const given = optionalFields.filter((field) => content[field] !== '')
  return {
    ...{ name, address, phone: tel, email: mail, reca },
    ...Object.fromEntries(given.map((field) => [field, content[field]])),
    ...(trade_name !== DEFAULT_TRADE_NAME && { trade_name }),
    ...(logo !== null && { logo }),
    ...(color_light !== DEFAULT_COLORS.light && { color: color_light }),
  }
}
