import { describe, expect, test } from 'vitest'
import { effectText } from './effect.ts'
import type { AppliedPayment } from './schema.ts'

const words = {
  payment: { one: 'tu pago', many: 'tus pagos', to: 'a tu pago' },
  debt: 'tu deuda',
  save: 'te ahorras',
  settle: 'liquidan tu crédito',
}
const schedule = ['2026-11-21', '2026-12-21', '2027-01-21', '2027-02-21'].map((due_date) => ({
  due_date,
  payment: 113_185,
}))
const total = 4 * 113_185

interface Case {
  amount_paid: number
  /** Money that was applied to installments before. */
  covered?: number
  value_date?: string
  isCorrection?: boolean
  discount?: number
  applied?: Partial<AppliedPayment>
}

function textOf({ amount_paid, covered = 113_185, discount = 0, ...given }: Case): string {
  const { value_date = '2026-12-01', isCorrection = false } = given
  const applied = {
    ...{ due: 0, on_account: 0, prepaid: 0, settles: false, principal: 0, interest: 0, tax: 0 },
    ...given.applied,
  }
  const payment = { amount_paid, value_date, isCorrection }
  return effectText(
    { schedule, amount_due: total - covered },
    { payment, outcome: { applied, discount } },
    words,
  )
}

describe('the sentence of a payment', () => {
  test.each<[string, Case, string]>([
    [
      'names the covered payment and the prepayment with its saving',
      { amount_paid: 600_000, discount: 52_878, applied: { on_account: 113_185, prepaid: 486_815 } },
      '$1,131.85 cubren tu pago del 21 de diciembre; $4,868.15 bajan tu deuda y te ahorras $528.78 de intereses.',
    ],
    [
      'says that a part adds to the next payment',
      { amount_paid: 50_000, applied: { on_account: 50_000 } },
      '$500.00 abonan a tu pago del 21 de diciembre.',
    ],
    [
      'counts what the next payment already has',
      { amount_paid: 63_185, covered: 163_185, applied: { on_account: 63_185 } },
      '$631.85 cubren tu pago del 21 de diciembre.',
    ],
    [
      'names a late payment first',
      { amount_paid: 150_000, covered: 0, applied: { due: 113_185, on_account: 36_815 } },
      '$1,131.85 cubren tu pago vencido del 21 de noviembre; $368.15 abonan a tu pago del 21 de diciembre.',
    ],
    [
      'says that a part adds to a late payment',
      { amount_paid: 100_000, covered: 0, applied: { due: 100_000 } },
      '$1,000.00 abonan a tu pago vencido del 21 de noviembre.',
    ],
    [
      'names two late payments',
      { amount_paid: 226_370, covered: 0, value_date: '2026-12-22', applied: { due: 226_370 } },
      '$2,263.70 cubren tus pagos vencidos del 21 de noviembre y del 21 de diciembre.',
    ],
    [
      'does not call a payment late on its due date',
      { amount_paid: 113_185, value_date: '2026-12-21', applied: { due: 113_185 } },
      '$1,131.85 cubren tu pago del 21 de diciembre.',
    ],
    [
      'names a range of payments in advance',
      { amount_paid: 339_555, applied: { on_account: 339_555 } },
      '$3,395.55 cubren tus pagos del 21 de diciembre al 21 de febrero.',
    ],
    [
      'says that the payment settles the loan',
      {
        amount_paid: 330_000,
        discount: 9_555,
        applied: { due: null, on_account: null, prepaid: null, settles: true },
      },
      '$3,300.00 liquidan tu crédito y te ahorras $95.55 de intereses.',
    ],
    [
      'names no saving where there is none',
      { amount_paid: 100_000, applied: { prepaid: 100_000 } },
      '$1,000.00 bajan tu deuda.',
    ],
    [
      'names no due dates for a payment before others',
      { amount_paid: 120_000, isCorrection: true, applied: { due: 113_185, on_account: 6_815 } },
      '$1,131.85 cubren lo que vencía hasta ese día; $68.15 quedan a cuenta de lo que seguía.',
    ],
  ])('%s', (_, given, text) => {
    expect(textOf(given)).toBe(text)
  })
})
