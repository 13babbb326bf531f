import { curpBirthday, isCalendarDay, isCurpFormat } from './curp.ts'

const SHAPE = /^[A-ZÑ&]{4}([0-9]{2})([0-9]{2})([0-9]{2})[A-Z0-9]{3}$/
const DIGIT_VALUES = '0123456789ABCDEFGHIJKLMN&OPQRSTUVWXYZ Ñ'
const HOMOCLAVE = '123456789ABCDEFGHIJKLMNPQRSTUVWXYZ'
/** For the public at large and for foreigners: no person's own. */
export const GENERIC_RFCS = ['XAXX010101000', 'XEXX010101000'] as const
const generic = new Set<string>(GENERIC_RFCS)

/** True of an RFC that many may have. */
export const isGenericRfc = (rfc: string) => generic.has(rfc)

/** A person's RFC: 4 letters, 6 digits that are a date in either century, 3 alphanumerics. */
export function isRfcFormat(rfc: string): boolean {
  const [, yy, mm, dd] = SHAPE.exec(rfc) ?? []
  if (yy === undefined) return false
  return [1900, 2000].some((century) => isCalendarDay(century + Number(yy), Number(mm), Number(dd)))
}

/** The last character, of a person's 12 or a company's 11 before it. */
export function rfcCheckDigit(body: string): string {
  let sum = 0
  for (const [index, character] of [...body.padStart(12, ' ')].entries()) {
    sum += DIGIT_VALUES.indexOf(character) * (13 - index)
  }
  const digit = 11 - (sum % 11)
  return digit === 11 ? '0' : digit === 10 ? 'A' : String(digit)
}

const withoutAccents = (text: string) =>
  text
    .toUpperCase()
    .replaceAll('Ñ', '\u0000')
    .normalize('NFD')
    .replace(/\p{Mark}/gu, '')
    .replaceAll('\u0000', 'Ñ')
    .replace(/[^A-ZÑ&0-9 ]/g, '')

function homoclaveValue(character: string): string {
  const groups = ['&ABCDEFGHI', 'JKLMNOPQR', 'STUVWXYZ']
  if (character === ' ') return '00'
  if (character === 'Ñ') return '40'
  if (/[0-9]/.test(character)) return `0${character}`
  const group = groups.findIndex((letters) => letters.includes(character))
  const first = [10, 21, 32][group] ?? 0
  return String(first + (groups[group]?.indexOf(character) ?? 0))
}

/** The two characters that tell apart people with the same letters and birthday; `name` is surnames, then names. */
export function rfcHomoclave(name: string): string {
  const values = `0${[...withoutAccents(name)].map(homoclaveValue).join('')}`
  let sum = 0
  for (let index = 0; index + 1 < values.length; index += 1) {
    sum += Number(values.slice(index, index + 2)) * Number(values[index + 1])
  }
  const last_three = sum % 1000
  return `${HOMOCLAVE[Math.floor(last_three / 34)] ?? ''}${HOMOCLAVE[last_three % 34] ?? ''}`
}

/** What looks wrong in a well-formed RFC: some 1.5 % of those in use have another digit, so nothing is refused. */
export function rfcWarnings(rfc: string): string[] {
  if (!isRfcFormat(rfc) || isGenericRfc(rfc)) return []
  return rfcCheckDigit(rfc.slice(0, 12)) === rfc[12] ? [] : ['El dígito verificador del RFC no coincide.']
}

export type Identity = { curp: string; rfc: string; gender?: string | null; birthday?: string | null }

/** The CURP's letter of a gender: H (hombre) for M (masculino), M (mujer) for F (femenino). */
const CURP_GENDER: Record<string, string> = { M: 'H', F: 'M' }

/** Where a person's CURP, RFC, gender and birthday do not agree with each other. */
export function identityWarnings({ curp, rfc, gender, birthday }: Identity): string[] {
  if (!isCurpFormat(curp)) return []
  const expected = CURP_GENDER[gender ?? '']
  const comparable = isRfcFormat(rfc) && !isGenericRfc(rfc)
  const warnings: string[] = []
  if (comparable && rfc.slice(4, 10) !== curp.slice(4, 10))
    warnings.push('La fecha del RFC y la del CURP no coinciden.')
  if (expected && curp[10] !== expected) warnings.push('El género y el CURP no coinciden.')
  if (birthday && curpBirthday(curp) !== birthday)
    warnings.push('La fecha de nacimiento y el CURP no coinciden.')
  return warnings
}
