import { amountDue } from '@quincena/domain/loans/figures'
import { type LoanPosition, periodOn, rowsInForce, sumPayments } from '@quincena/domain/loans/position'
import { applyAndDivide, inOrder } from '@quincena/domain/loans/replay'
import { isPaidOut, type LoanType } from '@quincena/domain/loans/rules'
import { type EffectWords, effectText } from '@quincena/domain/payments/effect'
import { receiptFolio } from '@quincena/domain/payments/rules'
import type { Payment } from '@quincena/domain/payments/schema'
import type { Db } from '../../../db/types.ts'
import type { LoanRow } from '../../loans/commands/move-loan.ts'
import { paymentsOf } from '../../loans/queries/payment-rows.ts'
import { type LoadedLoan, loadLoan } from '../../loans/queries/position.ts'
import type { DividedPayment, Waiting } from '../pdf/division-parts.ts'

const wordsFor = (type: LoanType): EffectWords => ({
  payment: { one: 'tu pago', many: 'tus pagos', to: 'a tu pago' },
  debt: 'tu deuda',
  save: 'te ahorras',
  settle: type === 'credit' ? 'liquidan tu crédito' : 'liquidan tu anticipo',
})

/** The position of a loan before each of its payments. */
function positionsBefore({ opened, payments, tax }: LoadedLoan): ReadonlyMap<number, LoanPosition> {
  const before = new Map<number, LoanPosition>()
  let position = opened
  for (const payment of inOrder(payments)) {
    before.set(payment.id, position)
    if (payment.amount === 0) continue
    const applied = applyAndDivide(position, payment, tax)
    if ('error' in applied) throw new Error(`Payment ${payment.id} exceeds the payoff of its value date`)
    position = applied.position
  }
  return before
}

function waitingRows(before: LoanPosition, { value_date, applied }: Payment): Waiting | null {
  const { due_rows, next } = periodOn(before, value_date)
  if (next === undefined || !applied.on_account) return null
  const lacking = sumPayments([...due_rows, next]) - before.applied - (applied.due ?? 0)
  return { due_date: next.due_date, beyond: applied.on_account > lacking }
}

const UNEXPLAINED = { effect: null, waits_for: null }

/** What the payment did; `before` is the loan's position before it. */
function explain(payment: Payment, before: LoanPosition, type: LoanType) {
  const { value_date, amount_paid, remainder, applied, discount } = payment
  const debt = { schedule: rowsInForce(before), amount_due: amountDue(before) }
  const paid = { value_date, amount_paid: amount_paid - remainder, isCorrection: false }
  if (paid.amount_paid === 0) return UNEXPLAINED
  const effect = effectText(debt, { payment: paid, outcome: { applied, discount } }, wordsFor(type))
  return { effect, waits_for: waitingRows(before, payment) }
}

/** Payments of a loan that this model never booked have no stored division: theirs is that of the replay. */
function withDivision(payment: Payment, loaded: LoadedLoan | undefined): Payment {
  const division = loaded?.divisions.get(payment.id)
  if (division === undefined) return payment
  const { due, on_account, prepaid, settles, principal, interest, tax, discount } = division
  const remainder = loaded?.payments.find(({ id }) => id === payment.id)?.remainder ?? 0
  return {
    ...payment,
    ...{ discount, remainder },
    previous_amount_due: division.previous_amount_due,
    new_amount_due: division.amount_due,
    applied: { due, on_account, prepaid, settles, principal, interest, tax },
  }
}

function numberOf(payment: Payment, payments: readonly Payment[]): number {
  const counted = ({ id, reversed_at }: Payment) =>
    id <= payment.id && (id === payment.id || reversed_at === null || reversed_at > payment.created_at)
  return payments.filter(counted).length
}

/** The payments of a loan in order of registration, and the loan's position; none if it was not paid out. */
interface DividedLoan {
  payments: DividedPayment[]
  loaded: LoadedLoan | undefined
}

/** Reads the payments of a loan, each with its division and what it did. */
export async function readDividedPayments(db: Db, loan: LoanRow): Promise<DividedLoan> {
  const payments = (await paymentsOf(db, loan.id)).toSorted((one, other) => one.id - other.id)
  const loaded = isPaidOut(loan.state) ? await loadLoan(db, loan) : undefined
  const before = loaded === undefined ? new Map<number, LoanPosition>() : positionsBefore(loaded)
  const divided = payments.map((stored) => {
    const payment = withDivision(stored, loan.booked_day === null ? loaded : undefined)
    const position = payment.reversed_at === null ? before.get(payment.id) : undefined
    const explained = position === undefined ? UNEXPLAINED : explain(payment, position, loan.type)
    return {
      ...payment,
      ...explained,
      receipt: receiptFolio(payment.id),
      number: numberOf(payment, payments),
    }
  })
  return { payments: divided, loaded }
}
