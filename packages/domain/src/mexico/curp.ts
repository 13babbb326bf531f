import { isCurpState } from './states.ts'

const SHAPE = /^[A-ZÑ]{4}([0-9]{2})([0-9]{2})([0-9]{2})[HMX]([A-Z]{2})[A-ZÑ]{3}([0-9A-Z])[0-9]$/
const VALUES = '0123456789ABCDEFGHIJKLMNÑOPQRSTUVWXYZ'
/** Words that RENAPO does not allow as the first four letters; it replaces the second letter with X. */
const UNSEEMLY = new Set(
  `BACA BAKA BUEI BUEY CACA CACO CAGA CAGO CAKA CAKO COGE COGI COJA COJE COJI COJO COLA CULO FALO FETO GETA GUEI
  GUEY JETA JOTO KACA KACO KAGA KAGO KAKA KAKO KOGE KOGI KOJA KOJE KOJI KOJO KOLA KULO LILO LOCA LOCO LOKA LOKO
  MAME MAMO MEAR MEAS MEON MIAR MION MOCO MOKO MULA MULO NACA NACO PEDA PEDO PENE PIPI PITO POPO PUTA PUTO QULO
  RATA ROBA ROBE ROBO RUIN SENO TETA VACA VAGA VAGO VAKA VUEI VUEY WUEI WUEY`.split(/\s+/),
)

/** True if the date exists in the Gregorian calendar. */
export function isCalendarDay(year: number, month: number, day: number): boolean {
  const leap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0
  const lengths = [31, leap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
  return day >= 1 && day <= (lengths[month - 1] ?? 0)
}

/**
 * Reads the birthday (`YYYY-MM-DD`) from a CURP. The 17th character gives the century: a digit means 19xx, a letter
 * 20xx. Returns null if the shape or the date is wrong.
 */
export function curpBirthday(curp: string): string | null {
  const [, yy, mm, dd, , homonymy] = SHAPE.exec(curp) ?? []
  if (yy === undefined || mm === undefined || dd === undefined || homonymy === undefined) return null
  const year = (/[0-9]/.test(homonymy) ? 1900 : 2000) + Number(yy)
  return isCalendarDay(year, Number(mm), Number(dd)) ? `${year}-${mm}-${dd}` : null
}

/**
 * True if a text has the format of a CURP: 18 characters, letters and digits in their places, an existing date and an
 * existing state. It does not verify the check digit: `curpWarnings` does.
 */
export function isCurpFormat(curp: string): boolean {
  const state = SHAPE.exec(curp)?.[4]
  return state !== undefined && isCurpState(state) && curpBirthday(curp) !== null
}

/** Calculates the 18th digit of a CURP from the first 17: values of the 37 characters, weighted 18 down to 2. */
export function curpCheckDigit(first_17: string): number {
  let sum = 0
  for (const [index, character] of [...first_17.slice(0, 17)].entries())
    sum += VALUES.indexOf(character) * (18 - index)
  return (10 - (sum % 10)) % 10
}

/**
 * Returns Spanish warnings about a well-formed CURP: a wrong check digit or unusual first letters. Staff review them;
 * they never cause a rejection. Returns an empty list for a text without the format.
 */
export function curpWarnings(curp: string): string[] {
  if (!isCurpFormat(curp)) return []
  const warnings: string[] = []
  if (curpCheckDigit(curp) !== Number(curp[17])) warnings.push('El dígito verificador del CURP no coincide.')
  if (UNSEEMLY.has(curp.slice(0, 4)) || !/[AEIOUX]/.test(curp[1] ?? ''))
    warnings.push('Las primeras letras del CURP no son habituales.')
  return warnings
}
