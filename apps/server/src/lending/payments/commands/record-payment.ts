import { businessDay, type Day } from '@quincena/domain/dates'
import type { DatedPayment } from '@quincena/domain/loans/apply-payment'
import type { ExcessChoice } from '@quincena/domain/loans/excess'
import {
  applyAndDivide,
  type Division,
  largestPayment,
  NEW_PAYMENT_ID,
  replayPayments,
} from '@quincena/domain/loans/replay'
import type { Cents } from '@quincena/domain/money'
import type { PaymentChannel } from '@quincena/domain/payments/channels'
import { paymentProblem } from '@quincena/domain/payments/rules'
import type { Payment, PaymentBody } from '@quincena/domain/payments/schema'
import { type Insertable, type Selectable, sql } from 'kysely'
import { isoOf } from '../../../command/clock.ts'
import type { CommandContext } from '../../../command/context.ts'
import { AppError } from '../../../command/errors.ts'
import { runCommand } from '../../../command/run-command.ts'
import type { LoanTables } from '../../../db/loan-types.ts'
import { insertLater } from '../../../db/outbox-writer.ts'
import type { Trx } from '../../../db/types.ts'
import type { Deps } from '../../../deps.ts'
import type { AttributedEntry } from '../../../platform/audit/commands/write-audit.ts'
import { notifyAndAudit } from '../../../platform/notifications/commands/notify.ts'
import { paymentFactsOf, recordEvent } from '../../../platform/webhook-events/commands.ts'
import { type MoneySource, moneyMoves } from '../../../treasury/ledger/commands.ts'
import type { LoanRow } from '../../loans/commands/move-loan.ts'
import { presentPayment } from '../../loans/queries/payment-rows.ts'
import { type LoadedLoan, loadedFrom } from '../../loans/queries/position.ts'
import { completedNotice, paidNotice } from '../notices.ts'
import { getPayment } from '../queries/payments.ts'
import {
  isCorrection,
  type Registration,
  refuseNotPayable,
  refuseOtherDebt,
  refuseUsedReference,
} from './check-payment.ts'
import { lockForPayment, type PaidAccount } from './lock-for-payment.ts'
import { proofColumns, requestProof } from './prove-payment.ts'
import { recalculateLoan } from './recalculate-loan.ts'
import { divisionColumns, writeChangedDivisions, writePosition } from './write-position.ts'

/** Throws `payment.exceeds_payoff` (422) with the figure that settles the loan on the value date. */
function refuseExcess(payoff: Cents, { amount, value_date }: DatedPayment, today: Day) {
  const earlier_day = value_date < today ? value_date : undefined
  const problem = paymentProblem({ payoff, amount_paid: amount, earlier_day })
  if (problem === null) return
  throw new AppError(problem.code, 422, {
    ...{ detail: problem.message, texts: { amount_paid: [problem.message] } },
  })
}

/** The loan's state with a payment after all others: theirs stay as they are. */
function append({ position, divisions, tax }: LoadedLoan, payment: DatedPayment) {
  const applied = applyAndDivide(position, payment, tax)
  if ('error' in applied) return { ...applied, id: NEW_PAYMENT_ID }
  return { ...applied, divisions }
}

/** The loan's state with a payment before others, which are applied again. */
function insert({ opened, payments, tax }: LoadedLoan, payment: DatedPayment) {
  const replay = replayPayments(opened, [...payments, { ...payment, id: NEW_PAYMENT_ID }], tax)
  if ('error' in replay) return replay
  const division = replay.divisions.get(NEW_PAYMENT_ID)
  if (division === undefined) throw new Error('The replay has no division of the new payment')
  return { ...replay, division }
}

/** The loan's state with one more payment. Throws `payment.exceeds_payoff`, `payment.later_exceeds` (422). */
export function replayWith(loaded: LoadedLoan, payment: DatedPayment, today: Day) {
  const isLast = loaded.payments.every(({ value_date }) => value_date <= payment.value_date)
  const result = isLast ? append(loaded, payment) : insert(loaded, payment)
  if (!('error' in result)) return result
  if (result.id === NEW_PAYMENT_ID) refuseExcess(result.payoff, payment, today)
  const field = { value_date: 'payment.later_exceeds' } as const
  throw new AppError('payment.later_exceeds', 422, { fields: field })
}

/**
 * The part of the money that pays the loan, in centavos: all of it, or the payoff if the rest is the worker's. Throws
 * `payment.settled` (409) if nothing of it would.
 */
function appliedAmount(loaded: LoadedLoan, body: PaymentBody, value_date: Day): Cents {
  if (body.remainder === undefined) return body.amount_paid
  const applied = Math.min(body.amount_paid, largestPayment(loaded, value_date))
  if (applied === 0) throw new AppError('payment.settled', 409)
  return applied
}

interface PaidLoan {
  loan: LoanRow
  value_date: Day
  excess: ExcessChoice
  division: Division
  /** The part of the money that is the worker's, in centavos. */
  remainder: Cents
}

const channelOf = ({ body, from_balance = false }: Registration): PaymentChannel =>
  from_balance ? 'balance' : (body.channel ?? 'other')

interface NewPayment extends PaidLoan {
  payment_id: number
  registration: Registration
  account: PaidAccount
}

/** The columns with the number, which the command takes from the sequence beforehand. */
type Columns = Insertable<LoanTables['payment']> & { id: number }

/** SQL that writes a payment with the number that was taken for it, and returns its row. */
function insertPayment(columns: Columns) {
  const names = Object.keys(columns).map((name) => sql.ref(name))
  return sql<Selectable<LoanTables['payment']>>`
    insert into payment (${sql.join(names)}) overriding system value
    values (${sql.join(Object.values(columns))}) returning *`
}

/** The columns of the payment. */
async function paymentColumns(
  deps: Deps,
  trx: Trx,
  { payment_id, registration, account, ...paid }: NewPayment,
) {
  const { loan, value_date, excess, division, remainder } = paid
  const { body, context, incoming_payment_id = null, from_balance = false } = registration
  const arrivedAtBank = incoming_payment_id === null && !from_balance
  const proof = arrivedAtBank
    ? await proofColumns(trx, { ...registration, account })
    : { proof: null, voucher_id: null }
  return {
    id: payment_id,
    loan_id: loan.id,
    user_id: loan.user_id,
    amount_paid_cents: body.amount_paid,
    remainder_cents: remainder,
    ...divisionColumns(division),
    ...{ value_date, channel: channelOf(registration), reference: body.reference ?? null, excess },
    ...{ registered_by: context.user.id, incoming_payment_id, from_balance },
    bank_account_id: arrivedAtBank ? (account?.id ?? null) : null,
    ...proof,
    created_at: isoOf(deps.clock()),
  }
}

/** Keeps why a payment changed the past of its loan. */
async function insertCorrection(
  deps: Deps,
  trx: Trx,
  { loan_id, payment_id, registration }: { loan_id: number; payment_id: number; registration: Registration },
) {
  const { body, context } = registration
  const reason = body.reason || 'Abono que llegó antes de otro pago ya registrado'
  await trx
    .insertInto('loan_correction')
    .values({
      ...{ loan_id, payment_id, kind: 'earlier_payment', reason },
      ...{ corrected_by: context.user.id, created_at: isoOf(deps.clock()) },
    })
    .execute()
}

/** What the audit row says of a payment beside its loan: amounts in centavos, and only what is not usual. */
function auditedFacts(
  { body, incoming_payment_id, from_balance = false }: Registration,
  { division, remainder, correction }: Pick<PaidLoan, 'division' | 'remainder'> & { correction: boolean },
) {
  return {
    amount_paid_cents: body.amount_paid,
    ...(body.channel !== undefined && { channel: body.channel }),
    ...(body.reference && { reference: body.reference }),
    ...(incoming_payment_id !== undefined && { incoming_payment_id }),
    ...(from_balance && { from_balance }),
    ...(body.bank_account !== undefined && { bank_account_id: body.bank_account }),
    ...(body.voucher && { voucher_id: body.voucher }),
    ...(division.discount > 0 && { discount_cents: division.discount }),
    ...(remainder > 0 && { remainder_cents: remainder }),
    ...(correction && body.reason && { reason: body.reason }),
  }
}

/**
 * Registers a payment in the caller's transaction: checks, division, ledger, loan state, notice to the worker, audit
 * row. Every payment is registered here. Amounts in centavos. Throws what `recordPayment` throws.
 */
async function registerPayment(deps: Deps, trx: Trx, registration: Registration): Promise<Payment> {
  const { context, body } = registration
  const { loan: locked, history, account, payment_id } = await lockForPayment(trx, body)
  refuseNotPayable(locked)
  const { loan, loaded } = await recalculateLoan(deps, trx, {
    ...{ loan: locked, read: loadedFrom(locked, history) },
  })
  refuseOtherDebt(locked, loaded, body.previous_amount_due)
  refuseNotPayable(loan)
  if (body.user !== undefined && body.user !== loan.user_id)
    throw new AppError('request.invalid', 422, { fields: { user: 'user.not_found' } })
  await refuseUsedReference(trx, body)
  const today = businessDay(deps.clock())
  const value_date = body.value_date ?? today
  const correction = isCorrection(registration, { value_date, loaded, today })
  const excess = body.excess ?? 'lower_payment'
  const amount = appliedAmount(loaded, body, value_date)
  const remainder = body.amount_paid - amount
  const payment = { value_date, amount, excess }
  const { position, divisions, division } = replayWith(loaded, payment, today)
  const columns = await paymentColumns(deps, trx, {
    ...{ payment_id, loan, value_date, excess, division, remainder, registration, account },
  })
  const written = await insertLater(trx, insertPayment(columns))
  const source: MoneySource = columns
  if (correction) await insertCorrection(deps, trx, { loan_id: loan.id, payment_id, registration })
  if (divisions !== loaded.divisions)
    await writeChangedDivisions(deps, trx, { before: loaded.divisions, after: divisions })
  const changed = await writePosition(deps, trx, {
    ...{ loan, before: loaded, after: position, cause: { payment_id }, source },
    money: moneyMoves({ amount: body.amount_paid, remainder, source }),
  })
  const left = changed.amount_due_cents
  const notice =
    position.settled === null
      ? paidNotice(loan, { id: payment_id, amount: body.amount_paid, left, source, value_date })
      : completedNotice(loan, { id: payment_id, discount: division.discount })
  const entry: AttributedEntry = {
    context,
    action: 'payment.recorded',
    subject: ['payment', payment_id],
    before: { amount_due_cents: loan.amount_due_cents },
    after: {
      ...{ loan_id: loan.id, value_date, excess, amount_due_cents: left },
      ...auditedFacts(registration, { division, remainder, correction }),
    },
  }
  await recordEvent(deps, trx, {
    type: 'payment.registered',
    data: paymentFactsOf(loan, {
      payment_id,
      amount: body.amount_paid,
      value_date,
      channel: columns.channel,
      left,
    }),
  })
  await notifyAndAudit(deps, trx, { notice: { recipient_id: loan.user_id, ...notice }, entry })
  await requestProof(deps, trx, { context, payment_id, voucher_id: columns.voucher_id })
  return presentPayment(written())
}

/** Registers a payment in the caller's transaction; returns its id, as the answers of commands keep it. */
export async function recordPaymentIn(deps: Deps, trx: Trx, registration: Registration) {
  const { id } = await registerPayment(deps, trx, registration)
  return { payment_id: id }
}

/**
 * Registers a payment against the current debt; a payment of the payoff completes the loan, and with `remainder` what is
 * above it becomes the worker's balance. Amounts in centavos. Throws
 * `loan.not_found` (404), `debt_changed`, `payment.settled`, `loan.not_active`, `payment.reference_used` (409),
 * `payment.exceeds_payoff`, `payment.later_exceeds`, `payment.value_date_…` and `payment.reason_missing` (422).
 */
export function recordPayment(deps: Deps, context: CommandContext, body: PaymentBody) {
  return runCommand(deps, context, (trx) => recordPaymentIn(deps, trx, { context, body }))
}

/** Registers a payment as `recordPayment` does, and returns it; that of a repeated request as it is now. */
export async function recordAndShowPayment(
  deps: Deps,
  context: CommandContext,
  body: PaymentBody,
): Promise<Payment> {
  let registered: Payment | undefined
  const { payment_id } = await runCommand(deps, context, async (trx) => {
    registered = await registerPayment(deps, trx, { context, body })
    return { payment_id: registered.id }
  })
  return registered ?? getPayment(deps.db, payment_id)
}
