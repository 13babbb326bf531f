import { type Cents, cents, MONEY_LIMIT } from '../money.ts'

/** An amount of a statement: centavos, or the Spanish text of what is wrong. */
export type AmountReading = { cents: Cents } | { problem: string }

const NOT_READ = 'No es un monto que se pueda leer'
const AMBIGUOUS = 'No se sabe si el punto separa miles o centavos: escríbelo como 1,234.00'
const TOO_LARGE = 'El monto es demasiado grande'
const TOO_FINE = 'El monto tiene fracciones de centavo'

/** Digits in groups of three after the first one to three, each group after this separator. */
const isGrouped = (text: string, separator: ',' | '.' | ' ') =>
  new RegExp(`^[0-9]{1,3}(\\${separator}[0-9]{3})+$`).test(text)

/** The whole part without its separators of thousands; null if they are not where thousands are. */
function wholeDigits(text: string, separators: readonly (',' | '.' | ' ')[]): string | null {
  if (/^[0-9]+$/.test(text)) return text
  const separator = separators.find((one) => isGrouped(text, one))
  return separator === undefined ? null : text.replaceAll(separator, '')
}

/** Removes the sign from an amount: before it, after it, or parentheses around it. Null if there are two. */
function splitSign(text: string): { isNegative: boolean; rest: string } | null {
  const [, open = '', before = '', body = '', after = '', close = ''] =
    /^(\()?([+-])?([0-9., ]+)([+-])?(\))?$/.exec(text) ?? []
  if (body.trim() === '' || (open !== '') !== (close !== '')) return null
  const signs = [open === '' ? '' : '-', before, after].filter((sign) => sign !== '')
  if (signs.length > 1) return null
  return { isNegative: signs[0] === '-', rest: body.trim() }
}

type Parts = { whole: string; decimals: string } | { problem: string }

/** The parts of an amount whose last comma or point, at `last`, stands before its centavos. */
function splitAt(text: string, last: number): Parts {
  const thousands = text[last] === '.' ? ([',', ' '] as const) : (['.', ' '] as const)
  const whole = last === 0 ? '0' : wholeDigits(text.slice(0, last), thousands)
  return whole === null ? { problem: NOT_READ } : { whole, decimals: text.slice(last + 1).padEnd(2, '0') }
}

/** The parts of an amount without centavos; three digits after one point may be thousands or thousandths. */
function splitWhole(text: string): Parts {
  if (/^[0-9]{1,3}\.[0-9]{3}$/.test(text)) return { problem: AMBIGUOUS }
  if (/^[0-9]+\.[0-9]{3,}$/.test(text) || /^[0-9 ,]+,[0-9]{3}\.[0-9]{3,}$/.test(text))
    return { problem: TOO_FINE }
  const whole = wholeDigits(text, [',', '.', ' '])
  return whole === null ? { problem: NOT_READ } : { whole, decimals: '00' }
}

/** The whole digits and the decimals; a problem if they cannot be separated. */
function splitDecimals(text: string): Parts {
  const last = Math.max(text.lastIndexOf('.'), text.lastIndexOf(','))
  const mark = text[last] ?? ''
  const isDecimal = last !== -1 && text.length - last <= 3 && text.indexOf(mark) === last
  return isDecimal ? splitAt(text, last) : splitWhole(text)
}

/**
 * Reads an amount as banks write it to the centavo: `$1,234.50`, `1.234,50`, `1 234.50`, `(200.00)`, `1234.5-`, with or
 * without MXN. What is not surely one amount is a problem, never a guess: `1.234` may be thousands or thousandths.
 */
export function readAmountText(text: string): AmountReading {
  const plain = text
    .normalize('NFKC')
    .replace(/[\u2212\u2013]/g, '-')
    .replace(/MXN|M\.?N\.?|\$/gi, '')
    .replace(/[\s'’]+/g, ' ')
    .trim()
    .replace(/([(+-]) /, '$1')
    .replace(/ ([)+-])/, '$1')
  const signed = splitSign(plain)
  if (signed === null) return { problem: NOT_READ }
  const parts = splitDecimals(signed.rest)
  if ('problem' in parts) return parts
  const digits = `${parts.whole}${parts.decimals}`.replace(/^0+(?=[0-9])/, '')
  if (digits.length > 15 || Number(digits) > MONEY_LIMIT) return { problem: TOO_LARGE }
  const amount = Number(digits)
  return { cents: signed.isNegative && amount > 0 ? -amount : amount }
}

/** Reads the number of a spreadsheet's cell, in pesos; fractions of a centavo are a problem. */
export function readAmountNumber(pesos: number): AmountReading {
  const clean = Number(pesos.toPrecision(14))
  const amount = cents(clean)
  if (!Number.isFinite(pesos) || Math.abs(amount) > MONEY_LIMIT) return { problem: TOO_LARGE }
  return Math.abs(clean * 100 - amount) < 0.001 ? { cents: amount } : { problem: TOO_FINE }
}
