import type { Day } from '@quincena/domain/dates'
import { formatDate } from '@quincena/domain/format'
import { z } from 'zod'

const DAY_FIRST = /^(\d{1,2})[/\-. ](\d{1,2})[/\-. ]([12]\d{3})$/
const DIGITS_DAY_FIRST = /^(\d{2})(\d{2})([12]\d{3})$/
const YEAR_FIRST = /^([12]\d{3})[/\-. ]?(\d{2})[/\-. ]?(\d{2})$/

/** Whether the text is an existing day, `YYYY-MM-DD`. */
export const isDay = (text: string): boolean => z.iso.date().safeParse(text).success

function parseParts(year: string, month: string, day: string): Day | null {
  const text = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  return isDay(text) ? text : null
}

/** The day of a text, written day first (as in Mexico) or year first; null if it is not a date. */
export function dayOfText(text: string): Day | null {
  const trimmed = text.trim()
  const [, day, month, year] = DAY_FIRST.exec(trimmed) ?? DIGITS_DAY_FIRST.exec(trimmed) ?? []
  const first = day && month && year ? parseParts(year, month, day) : null
  if (first !== null) return first
  const [, y, m, d] = YEAR_FIRST.exec(trimmed) ?? []
  return y && m && d ? parseParts(y, m, d) : null
}

/** Formats a day as `dd/mm/aaaa`; any other text stays as typed. */
export const textOfDay = (value: string) => (isDay(value) ? formatDate(value) : value)

/** True for a date that starts with its year, such as `2026-11-16`: read day first, its month would be 26. */
const startsWithYear = (digits: string) => /^(19|20)/.test(digits) && Number(digits.slice(2, 4)) > 12

function formatDigits(text: string): string {
  const digits = text
    .replace(/^(\d)\//, '0$1/')
    .replace(/^(\d\d\/)(\d)\//, '$10$2/')
    .replaceAll('/', '')
  if (startsWithYear(digits)) return digits
  const parts = [digits.slice(0, 2), digits.slice(2, 4), digits.slice(4, 8)].filter((part) => part !== '')
  const isNext = text.endsWith('/') && (digits.length === 2 || digits.length === 4)
  return parts.join('/') + (isNext ? '/' : '')
}

/** The field's text after typing: adds slashes at the end only, so that an edit in the middle moves nothing. */
export function afterTyping(before: string, text: string): string {
  if (text.length <= before.length || !text.startsWith(before)) return text
  const day = dayOfText(text)
  if (day !== null) return textOfDay(day)
  if (/^[\d/]+$/.test(text)) return formatDigits(text)
  return text.replace(/^(\d\d)\/(\d\d)-$/, '$1$2-')
}

interface Limits {
  min?: Day | undefined
  max?: Day | undefined
}

/** The Spanish error of a date field; undefined if it is valid or empty. */
export function dayProblem(value: string, { min, max }: Limits = {}): string | undefined {
  if (value.trim() === '') return undefined
  if (!isDay(value))
    return DAY_FIRST.test(value.trim()) ? 'Esa fecha no existe' : 'Escribe la fecha como dd/mm/aaaa'
  if (max !== undefined && value > max) return `No puede ser posterior al ${textOfDay(max)}`
  if (min !== undefined && value < min) return `No puede ser anterior al ${textOfDay(min)}`
  return undefined
}
