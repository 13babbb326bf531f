import type { Day } from '../dates.ts'
import { formatLongDate, formatMoney } from '../format.ts'
import type { Installment } from '../loans/schema.ts'
import type { Cents } from '../money.ts'
import type { AppliedPayment } from './schema.ts'

/** The words for one reader: staff read of somebody else's debt, workers of their own. */
export type EffectWords = {
  /** «el pago», «los pagos», «al pago»; «tu pago», «tus pagos», «a tu pago». */
  payment: { one: string; many: string; to: string }
  /** «la deuda»; «tu deuda». */
  debt: string
  /** «se ahorran»; «te ahorras». */
  save: string
  /** «liquidan el crédito». */
  settle: string
}

/** The loan before the payment, amounts in centavos. */
type Debt = {
  schedule: readonly Pick<Installment, 'due_date' | 'payment'>[]
  amount_due: Cents
}

/** The payment: its amount in centavos and its value date. */
type PaidAmount = {
  amount_paid: Cents
  value_date: Day
  /** True for a payment before others: the rows that were open on its day are not known. */
  isCorrection: boolean
}

/** Where the payment goes, or went, and the interest that it saves, in centavos. */
type Outcome = { applied: AppliedPayment; discount: Cents }

type PaidRow = { due_date: Day; amount: Cents; isCovered: boolean }

/**
 * Splits money applied to installments over the rows that are not covered, in order. What is covered already is the sum
 * of the schedule in force less the amount due.
 */
function splitOverRows({ schedule, amount_due }: Debt, amount: Cents): PaidRow[] {
  const total = schedule.reduce((sum, { payment }) => sum + payment, 0)
  let covered = Math.max(0, total - amount_due)
  let left = amount
  const rows = schedule.map(({ due_date, payment }) => {
    const missing = Math.max(0, payment - covered)
    covered = Math.max(0, covered - payment)
    const part = Math.min(left, missing)
    left -= part
    return { due_date, amount: part, isCovered: part === missing }
  })
  return rows.filter((row) => row.amount > 0)
}

const dateOf = (rows: readonly PaidRow[], index: number) => formatLongDate(rows.at(index)?.due_date ?? '')

/** Names the covered payments: «el pago vencido del 15 de noviembre». */
function coveredText(
  rows: readonly PaidRow[],
  { one, many }: EffectWords['payment'],
  isLate: boolean,
): string {
  const [noun, late] = rows.length === 1 ? [one, ' vencido'] : [many, ' vencidos']
  const name = isLate ? `${noun}${late}` : noun
  if (rows.length === 1) return `${name} del ${dateOf(rows, 0)}`
  if (rows.length === 2) return `${name} del ${dateOf(rows, 0)} y del ${dateOf(rows, 1)}`
  return `${name} del ${dateOf(rows, 0)} al ${dateOf(rows, -1)}`
}

/** What happens with the money applied to installments: late ones, then the others, then one covered in part. */
function installmentTexts(
  debt: Debt,
  paid: { amount: Cents; value_date: Day },
  words: EffectWords,
): string[] {
  const rows = splitOverRows(debt, paid.amount)
  const covered = [true, false].map((isLate) => ({
    isLate,
    part: rows.filter((row) => row.isCovered && row.due_date < paid.value_date === isLate),
  }))
  const texts = covered
    .filter(({ part }) => part.length > 0)
    .map(({ isLate, part }) => {
      const sum = part.reduce((total, { amount }) => total + amount, 0)
      return `${formatMoney(sum)} cubren ${coveredText(part, words.payment, isLate)}`
    })
  const [last] = rows.filter(({ isCovered }) => !isCovered)
  if (last === undefined) return texts
  const late = last.due_date < paid.value_date ? ' vencido' : ''
  const part = `${formatMoney(last.amount)} abonan ${words.payment.to}${late} del ${dateOf([last], 0)}`
  return [...texts, part]
}

function savingText(discount: Cents, { save }: EffectWords): string {
  return discount > 0 ? ` y ${save} ${formatMoney(discount)} de intereses` : ''
}

/** Parts of a correction, whose open rows are not known. */
function correctionTexts(applied: AppliedPayment): string[] {
  const parts = [
    { amount: applied.due ?? 0, text: 'cubren lo que vencía hasta ese día' },
    { amount: applied.on_account ?? 0, text: 'quedan a cuenta de lo que seguía' },
  ]
  return parts.filter(({ amount }) => amount > 0).map(({ amount, text }) => `${formatMoney(amount)} ${text}`)
}

/**
 * Says in one sentence what a payment does (lending.md §7): «$1,131.85 cubren el pago del 21 de diciembre; $4,868.15
 * bajan la deuda y se ahorran $528.78 de intereses.»
 */
export function effectText(
  debt: Debt,
  { payment, outcome }: { payment: PaidAmount; outcome: Outcome },
  words: EffectWords,
): string {
  const { applied, discount } = outcome
  const { amount_paid, value_date, isCorrection } = payment
  if (applied.settles) return `${formatMoney(amount_paid)} ${words.settle}${savingText(discount, words)}.`
  const amount = (applied.due ?? 0) + (applied.on_account ?? 0)
  const parts = isCorrection
    ? correctionTexts(applied)
    : installmentTexts(debt, { amount, value_date }, words)
  const prepaid = applied.prepaid ?? 0
  const rest =
    prepaid > 0 ? [`${formatMoney(prepaid)} bajan ${words.debt}${savingText(discount, words)}`] : []
  return `${[...parts, ...rest].join('; ')}.`
}
