/** The 32 states, with their two letters in a CURP. */
export const STATES = [
  { curp: 'AS', name: 'Aguascalientes' },
  { curp: 'BC', name: 'Baja California' },
  { curp: 'BS', name: 'Baja California Sur' },
  { curp: 'CC', name: 'Campeche' },
  { curp: 'CS', name: 'Chiapas' },
  { curp: 'CH', name: 'Chihuahua' },
  { curp: 'DF', name: 'Ciudad de México' },
  { curp: 'CL', name: 'Coahuila' },
  { curp: 'CM', name: 'Colima' },
  { curp: 'DG', name: 'Durango' },
  { curp: 'MC', name: 'Estado de México' },
  { curp: 'GT', name: 'Guanajuato' },
  { curp: 'GR', name: 'Guerrero' },
  { curp: 'HG', name: 'Hidalgo' },
  { curp: 'JC', name: 'Jalisco' },
  { curp: 'MN', name: 'Michoacán' },
  { curp: 'MS', name: 'Morelos' },
  { curp: 'NT', name: 'Nayarit' },
  { curp: 'NL', name: 'Nuevo León' },
  { curp: 'OC', name: 'Oaxaca' },
  { curp: 'PL', name: 'Puebla' },
  { curp: 'QT', name: 'Querétaro' },
  { curp: 'QR', name: 'Quintana Roo' },
  { curp: 'SP', name: 'San Luis Potosí' },
  { curp: 'SL', name: 'Sinaloa' },
  { curp: 'SR', name: 'Sonora' },
  { curp: 'TC', name: 'Tabasco' },
  { curp: 'TS', name: 'Tamaulipas' },
  { curp: 'TL', name: 'Tlaxcala' },
  { curp: 'VZ', name: 'Veracruz' },
  { curp: 'YN', name: 'Yucatán' },
  { curp: 'ZS', name: 'Zacatecas' },
] as const

const BORN_ABROAD = 'NE'

const fold = (text: string) =>
  text
    .normalize('NFD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase()
    .trim()
const OTHER_SPELLINGS = new Set([
  'mexico',
  'cdmx',
  'distrito federal',
  'coahuila de zaragoza',
  'michoacan de ocampo',
  'veracruz de ignacio de la llave',
])

/** True for the name of one of the 32 states, in any case, with or without accents, or in its official long form. */
export function isState(name: string): boolean {
  const plain = fold(name)
  return OTHER_SPELLINGS.has(plain) || STATES.some((state) => fold(state.name) === plain)
}

/** True for the two letters of a state in a CURP, and for `NE` (born abroad). */
export function isCurpState(letters: string): boolean {
  return letters === BORN_ABROAD || STATES.some((state) => state.curp === letters)
}
