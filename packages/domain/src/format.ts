import { type Day, type Instant, localTime } from './dates.ts'
import type { Cents } from './money.ts'

const MONTHS = [
  'enero',
  'febrero',
  'marzo',
  'abril',
  'mayo',
  'junio',
  'julio',
  'agosto',
  'septiembre',
  'octubre',
  'noviembre',
  'diciembre',
] as const

const twoDigits = (value: number) => String(value).padStart(2, '0')

/** Formats centavos as pesos: `$10,000.00`. */
export function formatMoney(amount: Cents): string {
  const whole = Math.trunc(Math.abs(amount) / 100)
  const grouped = String(whole).replace(/\B(?=(?:[0-9]{3})+$)/g, ',')
  return `${amount < 0 ? '-' : ''}$${grouped}.${twoDigits(Math.abs(amount) % 100)}`
}

/** Formats centavos as whole pesos, rounded toward zero so that the text never promises more: `$12,750`. */
export function formatPesos(amount: Cents): string {
  return formatMoney(amount).slice(0, -3)
}

const SCALES = [
  { least: 99_995_000, unit: 100_000_000, letter: 'M' },
  { least: 100_000, unit: 100_000, letter: 'k' },
  { least: 0, unit: 100, letter: '' },
] as const

/** Formats centavos as a short figure in pesos with at most one decimal: `$950`, `$12.5k`, `$1.2M`. */
export function formatMoneyShort(amount: Cents): string {
  const size = Math.abs(amount)
  const scale = SCALES.find(({ least }) => size >= least) ?? SCALES[2]
  const tenths = Math.round((size * 10) / scale.unit)
  const text = scale.letter === '' ? String(Math.round(size / 100)) : String(tenths / 10)
  return `${amount < 0 ? '-' : ''}$${text}${scale.letter}`
}

/** Formats a day as `15/12/2026`. */
export function formatDate(day: Day): string {
  const [year = '', month = '', date = ''] = day.slice(0, 10).split('-')
  return `${date}/${month}/${year}`
}

/** Formats a day as `15 de diciembre`; `withYear` adds `de 2026`. */
export function formatLongDate(day: Day, { withYear = false } = {}): string {
  const [year = '', month = '', date = ''] = day.slice(0, 10).split('-')
  const text = `${Number(date)} de ${MONTHS[Number(month) - 1] ?? ''}`
  return withYear ? `${text} de ${year}` : text
}

/** Formats a month `2026-12` as `diciembre de 2026`. */
export function formatMonth(month: string): string {
  const [year = '', number = ''] = month.split('-')
  return `${MONTHS[Number(number) - 1] ?? ''} de ${year}`
}

/** Formats a day as `15 dic 2026`. */
export function formatShortDate(day: Day): string {
  const [year = '', month = '', date = ''] = day.slice(0, 10).split('-')
  return `${Number(date)} ${(MONTHS[Number(month) - 1] ?? '').slice(0, 3)} ${year}`
}

/** Formats the time of an instant as `14:05`, Mexico City time. */
export function formatTime(instant: Instant): string {
  const { hour, minute } = localTime(instant)
  return `${twoDigits(hour)}:${twoDigits(minute)}`
}

/** Formats an instant as `15/12/2026 - 14:05`, Mexico City time. */
export function formatDateTime(instant: Instant): string {
  return `${formatDate(localTime(instant).toPlainDate().toString())} - ${formatTime(instant)}`
}

/** Formats an instant for a sentence, Mexico City time: `15 de diciembre, 14:05`. */
export function formatLongDateTime(instant: Instant): string {
  const day = formatLongDate(localTime(instant).toPlainDate().toString())
  return `${day}, ${formatTime(instant)}`
}

const threeDecimals = new Intl.NumberFormat('es-MX', { maximumFractionDigits: 3 })

/** A fraction as a percentage with up to 3 decimals: 0.18 is `18 %`, 18 is `1,800 %`. */
export function formatRate(fraction: number): string {
  return `${threeDecimals.format(Math.round(fraction * 100_000) / 1000)} %`
}

const oneDecimal = new Intl.NumberFormat('es-MX', { minimumFractionDigits: 1, maximumFractionDigits: 1 })

/** Above this percentage a CAT compares nothing: the cost in pesos does (lending.md §3). */
const HIGHEST_CAT = 999.9

/**
 * Formats a CAT given as a percentage: `19.6 %`, `más de 999.9 %` for any higher one, or `No aplica` for null. Never
 * prints an exponent.
 */
export function formatCat(cat: number | null): string {
  if (cat === null) return 'No aplica'
  return cat > HIGHEST_CAT ? `más de ${oneDecimal.format(HIGHEST_CAT)} %` : `${oneDecimal.format(cat)} %`
}

/** Formats a term, months for a credit and days for an advance: `6 meses`, `1 mes`, `5 días`, `1 día`. */
export function formatPeriod(type: 'credit' | 'advance', count: number): string {
  const [one, many] = type === 'credit' ? ['mes', 'meses'] : ['día', 'días']
  return `${count} ${count <= 1 ? one : many}`
}
