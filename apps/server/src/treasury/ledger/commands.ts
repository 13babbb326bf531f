import { randomUUID } from 'node:crypto'
import { type Cents, containedTax } from '@quincena/domain/money'
import { earnedFinanceCharge } from '@quincena/domain/payments/rules'
import { isoOf } from '../../command/clock.ts'
import type { LedgerAccount } from '../../db/loan-types.ts'
import type { Trx } from '../../db/types.ts'
import type { Deps } from '../../deps.ts'
import { earnedSoFar } from './queries/earned.ts'

type Cause = { transfer_id: number; payment_id: null } | { transfer_id: null; payment_id: number }
type Move = { kind: string; debit: LedgerAccount; credit: LedgerAccount; amount: Cents }

/** The finance charge in centavos. */
const charge = (loan: { amount_cents: Cents; total_debt_cents: Cents }) =>
  loan.total_debt_cents - loan.amount_cents

async function writePosting(deps: Deps, trx: Trx, posting: { loan_id: number; cause: Cause; moves: Move[] }) {
  const shared = {
    posting: randomUUID(),
    loan_id: posting.loan_id,
    ...posting.cause,
    created_at: isoOf(deps.clock()),
  }
  const rows = posting.moves
    .filter(({ amount }) => amount > 0)
    .map(({ kind, debit, credit, amount }) => ({
      ...shared,
      kind,
      debit_account: debit,
      credit_account: credit,
      amount_cents: amount,
    }))
  if (rows.length > 0) await trx.insertInto('ledger_entry').values(rows).execute()
}

interface PaidOut {
  transfer_id: number
  loan: { id: number; amount_cents: Cents; total_debt_cents: Cents }
}

/**
 * Posts a payout when STP has the order: the worker owes the amount and the finance charge, which is not earned yet.
 */
export function postPayout(deps: Deps, trx: Trx, { transfer_id, loan }: PaidOut): Promise<void> {
  const moves: Move[] = [
    {
      kind: 'payout_principal',
      debit: 'loan_receivable',
      credit: 'stp_in_transit',
      amount: loan.amount_cents,
    },
    {
      kind: 'payout_charge',
      debit: 'loan_receivable',
      credit: 'unearned_finance_charge',
      amount: charge(loan),
    },
  ]
  return writePosting(deps, trx, { loan_id: loan.id, cause: { transfer_id, payment_id: null }, moves })
}

/** Posts a settlement (LQ): the money left our account at STP. */
export function postSettlement(deps: Deps, trx: Trx, { transfer_id, loan }: PaidOut): Promise<void> {
  const moves: Move[] = [
    { kind: 'settlement', debit: 'stp_in_transit', credit: 'stp_cash', amount: loan.amount_cents },
  ]
  return writePosting(deps, trx, { loan_id: loan.id, cause: { transfer_id, payment_id: null }, moves })
}

/** Posts a return (CN, D): reverses the payout, and the settlement if `settled`. */
export function postReturn(deps: Deps, trx: Trx, order: PaidOut & { settled: boolean }): Promise<void> {
  const { transfer_id, loan, settled } = order
  const settledAmount = settled ? loan.amount_cents : 0
  const moves: Move[] = [
    { kind: 'settlement_reversed', debit: 'stp_cash', credit: 'stp_in_transit', amount: settledAmount },
    {
      kind: 'payout_principal_reversed',
      debit: 'stp_in_transit',
      credit: 'loan_receivable',
      amount: loan.amount_cents,
    },
    {
      kind: 'payout_charge_reversed',
      debit: 'unearned_finance_charge',
      credit: 'loan_receivable',
      amount: charge(loan),
    },
  ]
  return writePosting(deps, trx, { loan_id: loan.id, cause: { transfer_id, payment_id: null }, moves })
}

interface PaidBack {
  payment_id: number
  amount_paid_cents: Cents
  /** Interest in centavos that a payoff gives back. */
  discount_cents: Cents
  /** The loan before this payment. */
  loan: {
    id: number
    amount_cents: Cents
    total_debt_cents: Cents
    amount_due_cents: Cents
    tax_rate: number
  }
}

/**
 * Posts a payment. The amount due falls, and the finance charge is earned in proportion; the last payment earns the
 * remainder. The tax contained in it (x · r / (1 + r), LIVA) goes to its own account. The discount of a payoff reduces
 * both the amount due and the finance charge that is never earned.
 */
export async function postPayment(deps: Deps, trx: Trx, payment: PaidBack): Promise<void> {
  const { loan, payment_id, amount_paid_cents, discount_cents } = payment
  const before = await earnedSoFar(trx, loan.id)
  const earned_before = before.income + before.tax
  const earned = earnedFinanceCharge({
    payment: amount_paid_cents,
    amount_due: loan.amount_due_cents,
    total_debt: loan.total_debt_cents,
    finance_charge: charge(loan),
    unearned: charge(loan) - earned_before,
    discount: discount_cents,
  })
  const tax = containedTax(earned_before + earned, loan.tax_rate) - before.tax
  const moves: Move[] = [
    { kind: 'payment', debit: 'collections', credit: 'loan_receivable', amount: amount_paid_cents },
    {
      kind: 'payoff_discount',
      debit: 'unearned_finance_charge',
      credit: 'loan_receivable',
      amount: discount_cents,
    },
    {
      kind: 'charge_earned',
      debit: 'unearned_finance_charge',
      credit: 'finance_income',
      amount: earned - tax,
    },
    { kind: 'tax_earned', debit: 'unearned_finance_charge', credit: 'tax_payable', amount: tax },
  ]
  await writePosting(deps, trx, { loan_id: loan.id, cause: { transfer_id: null, payment_id }, moves })
}

const counterKind: Record<string, string> = {
  payment: 'payment_reversed',
  payoff_discount: 'payoff_discount_reversed',
  charge_earned: 'charge_earned_reversed',
  tax_earned: 'tax_earned_reversed',
}

/** Posts the reversal of a payment: each of its entries with debit and credit exchanged. */
export async function postPaymentReversal(
  deps: Deps,
  trx: Trx,
  payment: { id: number; loan_id: number },
): Promise<void> {
  const rows = await trx.selectFrom('ledger_entry').selectAll().where('payment_id', '=', payment.id).execute()
  const moves = rows.flatMap((row): Move[] => {
    const kind = counterKind[row.kind]
    if (kind === undefined) return []
    return [{ kind, debit: row.credit_account, credit: row.debit_account, amount: row.amount_cents }]
  })
  await writePosting(deps, trx, {
    loan_id: payment.loan_id,
    cause: { transfer_id: null, payment_id: payment.id },
    moves,
  })
}
