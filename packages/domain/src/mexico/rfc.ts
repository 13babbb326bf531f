import { curpBirthday, isCalendarDay, isCurpFormat } from './curp.ts'

const SHAPE = /^[A-ZÑ&]{4}([0-9]{2})([0-9]{2})([0-9]{2})[A-Z0-9]{3}$/
const DIGIT_VALUES = '0123456789ABCDEFGHIJKLMN&OPQRSTUVWXYZ Ñ'
const HOMOCLAVE = '123456789ABCDEFGHIJKLMNPQRSTUVWXYZ'
/** The SAT's generic RFCs: for the general public and for foreigners. Many people may have one of them. */
export const GENERIC_RFCS = ['XAXX010101000', 'XEXX010101000'] as const
const generic = new Set<string>(GENERIC_RFCS)

/** True for a generic RFC, which need not be unique. */
export const isGenericRfc = (rfc: string) => generic.has(rfc)

/**
 * True if a text has the format of a natural person's RFC: 4 letters, 6 digits that are a date in the 20th or 21st
 * century, and 3 alphanumeric characters. It does not verify the check digit: `rfcWarnings` does.
 */
export function isRfcFormat(rfc: string): boolean {
  const [, yy, mm, dd] = SHAPE.exec(rfc) ?? []
  if (yy === undefined) return false
  return [1900, 2000].some((century) => isCalendarDay(century + Number(yy), Number(mm), Number(dd)))
}

/** Calculates the last character of an RFC from the 12 (person) or 11 (company) characters before it. */
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

/**
 * Calculates the homoclave: the two characters that distinguish people with the same letters and birthday. `name` is
 * the surnames, then the first names.
 */
export function rfcHomoclave(name: string): string {
  const values = `0${[...withoutAccents(name)].map(homoclaveValue).join('')}`
  let sum = 0
  for (let index = 0; index + 1 < values.length; index += 1) {
    sum += Number(values.slice(index, index + 2)) * Number(values[index + 1])
  }
  const last_three = sum % 1000
  return `${HOMOCLAVE[Math.floor(last_three / 34)] ?? ''}${HOMOCLAVE[last_three % 34] ?? ''}`
}

/**
 * Returns a Spanish warning if the check digit of a well-formed RFC is wrong. It is not an error: about 1.5 % of the
 * RFCs in use have another digit.
 */
export function rfcWarnings(rfc: string): string[] {
  if (!isRfcFormat(rfc) || isGenericRfc(rfc)) return []
  return rfcCheckDigit(rfc.slice(0, 12)) === rfc[12] ? [] : ['El dígito verificador del RFC no coincide.']
}

/** A person's identity data. `gender` is M, F or O; `birthday` is `YYYY-MM-DD`. */
export type Identity = { curp: string; rfc: string; gender?: string | null; birthday?: string | null }

/** Gender letter in a CURP: H (hombre) for gender M (masculino), M (mujer) for gender F (femenino). */
const CURP_GENDER: Record<string, string> = { M: 'H', F: 'M' }

/**
 * Returns Spanish warnings where a person's CURP differs from the RFC, gender or birthday. They never cause a
 * rejection.
 */
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
