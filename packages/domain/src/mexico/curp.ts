import { isCurpState } from './states.ts'

const SHAPE = /^[A-ZÑ]{4}([0-9]{2})([0-9]{2})([0-9]{2})[HMX]([A-Z]{2})[A-ZÑ]{3}([0-9A-Z])[0-9]$/
const VALUES = '0123456789ABCDEFGHIJKLMNÑOPQRSTUVWXYZ'
/** Words that RENAPO does not let the first four letters form; the second becomes X. */
const UNSEEMLY = new Set(
  `BACA BAKA BUEI BUEY CACA CACO CAGA CAGO CAKA CAKO COGE COGI COJA COJE COJI COJO COLA CULO FALO FETO GETA GUEI
  GUEY JETA JOTO KACA KACO KAGA KAGO KAKA KAKO KOGE KOGI KOJA KOJE KOJI KOJO KOLA KULO LILO LOCA LOCO LOKA LOKO
  MAME MAMO MEAR MEAS MEON MIAR MION MOCO MOKO MULA MULO NACA NACO PEDA PEDO PENE PIPI PITO POPO PUTA PUTO QULO
  RATA ROBA ROBE ROBO RUIN SENO TETA VACA VAGA VAGO VAKA VUEI VUEY WUEI WUEY`.split(/\s+/),
)

/** Year, month and day exist in the calendar. */
export function isCalendarDay(year: number, month: number, day: number): boolean {
  const leap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0
  const lengths = [31, leap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
  return day >= 1 && day <= (lengths[month - 1] ?? 0)
}

/** The birthday a CURP carries, null where the shape or the date is wrong. The 17th place tells the century. */
export function curpBirthday(curp: string): string | null {
  const [, yy, mm, dd, , homonymy] = SHAPE.exec(curp) ?? []
  if (yy === undefined || mm === undefined || dd === undefined || homonymy === undefined) return null
  const year = (/[0-9]/.test(homonymy) ? 1900 : 2000) + Number(yy)
  return isCalendarDay(year, Number(mm), Number(dd)) ? `${year}-${mm}-${dd}` : null
}

/** The 18-character format: letters and digits in their places, a real date and a real state. Nothing softer. */
export function isCurpFormat(curp: string): boolean {
  const state = SHAPE.exec(curp)?.[4]
  return state !== undefined && isCurpState(state) && curpBirthday(curp) !== null
}

/** The 18th digit: values of the 37 characters weighted 18 down to 2. */
export function curpCheckDigit(first_17: string): number {
  let sum = 0
  for (const [index, character] of [...first_17.slice(0, 17)].entries())
    sum += VALUES.indexOf(character) * (18 - index)
  return (10 - (sum % 10)) % 10
}

/** What looks wrong in a well-formed CURP: worth a second look, never a refusal. */
export function curpWarnings(curp: string): string[] {
  if (!isCurpFormat(curp)) return []
  const warnings: string[] = []
  if (curpCheckDigit(curp) !== Number(curp[17])) warnings.push('El dígito verificador del CURP no coincide.')
  if (UNSEEMLY.has(curp.slice(0, 4)) || !/[AEIOUX]/.test(curp[1] ?? ''))
    warnings.push('Las primeras letras del CURP no son habituales.')
  return warnings
}
