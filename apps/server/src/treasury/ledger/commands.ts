import { randomUUID } from 'node:crypto'
import type { LoanBooks } from '@quincena/domain/loans/books'
import type { Cents } from '@quincena/domain/money'
import { sql } from 'kysely'
import { isoOf } from '../../command/clock.ts'
import { writeLater } from '../../db/outbox-writer.ts'
import type { LedgerAccount } from '../../db/treasury-types.ts'
import type { Trx } from '../../db/types.ts'
import type { Deps } from '../../deps.ts'
import { type BooksChange, type Move, movesBetween, openingMoves, signedMove } from './rules.ts'

/**
 * What an entry is posted for: exactly one of an order, a payment, a day's accrual, a correction, a movement of the
 * lender's own money, a credit to a worker's balance, a charge to a worker, an import of loans, and the received money
 * itself.
 */
export type Cause =
  | { transfer_id: number }
  | { payment_id: number }
  | { accrual_day: string }
  | { correction_id: number }
  | { cash_movement_id: number }
  | { credit_id: number }
  | { receivable_payment_id: number }
  | { charge_id: number }
  | { loan_import_id: number }
  | { incoming_payment_id: number }

/** Whose balances an entry may change; each entry names those that its accounts need. */
export interface Parties {
  loan_id?: number | null
  /** The worker of `worker_balance` and `worker_receivable`. */
  user_id?: number
  /** The received money of `unapplied_receipts`, and of a claim in `suspense`. */
  incoming_payment_id?: number | null
  /** The lender's account of `bank_cash`. */
  bank_account_id?: number | null
}

/** Moves that are posted together for one cause. */
export interface Posting extends Parties {
  cause: Cause
  moves: readonly Move[]
}

const isOf = (accounts: readonly LedgerAccount[], { debit, credit }: Move) =>
  accounts.includes(debit) || accounts.includes(credit)

/** The parties that an entry of the move names: those whose balance its accounts are. */
export function namedParties(move: Move, parties: Parties) {
  const { loan_id = null, user_id, incoming_payment_id, bank_account_id } = parties
  const isOfReceipt = isOf(['unapplied_receipts', 'suspense'], move)
  return {
    loan_id,
    user_id: isOf(['worker_balance', 'worker_receivable'], move) ? (user_id ?? null) : null,
    incoming_payment_id: isOfReceipt ? (incoming_payment_id ?? null) : null,
    bank_account_id: isOf(['bank_cash'], move) ? (bank_account_id ?? null) : null,
  }
}

const NO_CAUSE = {
  transfer_id: null,
  payment_id: null,
  accrual_day: null,
  correction_id: null,
  cash_movement_id: null,
  credit_id: null,
  receivable_payment_id: null,
  charge_id: null,
  loan_import_id: null,
}

/** The entries of a posting. One without another cause has the received money that it names as its cause. */
function entriesOf({ cause, moves, ...parties }: Posting) {
  const posting = randomUUID()
  const causes = 'incoming_payment_id' in cause ? NO_CAUSE : { ...NO_CAUSE, ...cause }
  const named = 'incoming_payment_id' in cause ? { ...parties, ...cause } : parties
  return moves
    .filter(({ amount }) => amount > 0)
    .map((move) => ({ posting, ...causes, ...namedParties(move, named), ...move }))
}

/** Writes postings, each balanced by itself, with one statement of the next message; without an amount it writes nothing. */
export async function writePostings(
  deps: Pick<Deps, 'clock'>,
  trx: Trx,
  postings: readonly Posting[],
): Promise<void> {
  const entries = postings.flatMap(entriesOf)
  if (entries.length === 0) return
  type Entry = (typeof entries)[number]
  const all = (column: keyof Entry) => entries.map((entry) => entry[column])
  const insert = sql`insert into ledger_entry (posting, kind, debit_account, credit_account, amount_cents, loan_id, user_id,
      incoming_payment_id, bank_account_id, transfer_id, payment_id, accrual_day, correction_id, cash_movement_id,
      credit_id, receivable_payment_id, charge_id, loan_import_id, created_at)
    select *, ${isoOf(deps.clock())}::timestamptz from unnest(
      ${all('posting')}::uuid[], ${all('kind')}::text[], ${all('debit')}::text[], ${all('credit')}::text[],
      ${all('amount')}::bigint[], ${all('loan_id')}::bigint[], ${all('user_id')}::bigint[],
      ${all('incoming_payment_id')}::bigint[], ${all('bank_account_id')}::bigint[], ${all('transfer_id')}::bigint[],
      ${all('payment_id')}::bigint[], ${all('accrual_day')}::date[], ${all('correction_id')}::bigint[],
      ${all('cash_movement_id')}::bigint[], ${all('credit_id')}::bigint[],
      ${all('receivable_payment_id')}::bigint[], ${all('charge_id')}::bigint[], ${all('loan_import_id')}::bigint[])`
  await writeLater(trx, insert)
}

/** The amount of a payout in centavos and its order. */
export interface PaidOut {
  transfer_id: number
  loan: { id: number; amount_cents: Cents }
}

const principal = (amount: Cents) =>
  signedMove('payout_principal', ['loan_receivable', 'stp_in_transit'], amount)
const settlement = (amount: Cents) => signedMove('settlement', ['stp_in_transit', 'stp_cash'], amount)

/**
 * Posts a payout when STP has the order: the worker owes the amount and the finance charge. `change` leads from empty
 * books to those of the day on which the money was sent.
 */
export function postPayout(
  deps: Deps,
  trx: Trx,
  { transfer_id, loan, change }: PaidOut & { change: Omit<BooksChange, 'money'> },
): Promise<void> {
  const money = loan.amount_cents
  const moves = [principal(money), ...movesBetween({ ...change, money, is_payout: true })]
  return writePostings(deps, trx, [{ loan_id: loan.id, cause: { transfer_id }, moves }])
}

/** An imported loan to open: its amount in centavos, and its payments to the former system by id. */
export interface OpenedLoan {
  loan_id: number
  amount: Cents
  payments: readonly { id: number; amount: Cents }[]
  to: LoanBooks
  tax_added: boolean
}

/**
 * Opens imported loans: what each owes against the lender's opening balance, its payments to the former system, and what
 * it earned until today. Income and VAT of that time are in the books of the former system, so the opening balance takes
 * them back.
 */
export function postOpenings(
  deps: Pick<Deps, 'clock'>,
  trx: Trx,
  { loan_import_id, loans }: { loan_import_id: number; loans: readonly OpenedLoan[] },
): Promise<void> {
  const postings = loans.flatMap(({ loan_id, payments, ...opening }): Posting[] => [
    { loan_id, cause: { loan_import_id }, moves: openingMoves({ ...opening, paid: sumOf(payments) }) },
    ...payments.map(({ id, amount }) => ({
      ...{ loan_id, cause: { payment_id: id } },
      moves: [signedMove('payment', ['opening_balance_equity', 'loan_receivable'], amount)],
    })),
  ])
  return writePostings(deps, trx, postings)
}

const sumOf = (payments: OpenedLoan['payments']): Cents =>
  payments.reduce((sum, { amount }) => sum + amount, 0)

/** Posts a settlement (LQ): the money left our account at STP. */
export function postSettlement(deps: Deps, trx: Trx, { transfer_id, loan }: PaidOut): Promise<void> {
  const moves = [settlement(loan.amount_cents)]
  return writePostings(deps, trx, [{ loan_id: loan.id, cause: { transfer_id }, moves }])
}

/** Posts a return (CN, D): reverses the settlement if `settled`, the payout, and what was booked since. */
export function postReturn(
  deps: Deps,
  trx: Trx,
  order: PaidOut & { settled: boolean; change: Omit<BooksChange, 'money'> },
): Promise<void> {
  const { transfer_id, loan, settled, change } = order
  const money = -loan.amount_cents
  const moves = [
    ...(settled ? [settlement(money)] : []),
    principal(money),
    ...movesBetween({ ...change, money, is_payout: true }),
  ]
  return writePostings(deps, trx, [{ loan_id: loan.id, cause: { transfer_id }, moves }])
}

/**
 * Posts that STP paid an order of a loan beside the one that pays it, in centavos: the worker owes the amount apart from
 * the loan. A negative amount takes it back.
 */
export function postSecondPayout(
  deps: Deps,
  trx: Trx,
  {
    loan,
    transfer_id,
    amount,
  }: { loan: { id: number; user_id: number }; transfer_id: number; amount: Cents },
): Promise<void> {
  const moves = [signedMove('second_payout', ['worker_receivable', 'stp_cash'], amount)]
  const parties = { loan_id: loan.id, user_id: loan.user_id }
  return writePostings(deps, trx, [{ cause: { transfer_id }, ...parties, moves }])
}

/** Posts that STP sent and got back the money of an order for which no loan was in force. */
export async function postSentAndReturned(
  deps: Deps,
  trx: Trx,
  { transfer_id, loan }: PaidOut,
): Promise<void> {
  const cause = { transfer_id }
  const [sent, returned] = [principal(loan.amount_cents), principal(-loan.amount_cents)]
  await writePostings(deps, trx, [
    { loan_id: loan.id, cause, moves: [sent] },
    { loan_id: loan.id, cause, moves: [returned] },
  ])
}

/**
 * Where the money of a payment came from: received at STP, received at a bank, the worker's own balance, or paid to the
 * former system of an imported loan.
 */
export interface MoneySource {
  incoming_payment_id: number | null
  bank_account_id: number | null
  from_balance: boolean
  is_imported?: boolean | undefined
}

function accountOf({ incoming_payment_id, from_balance, is_imported }: MoneySource): LedgerAccount {
  if (is_imported === true) return 'opening_balance_equity'
  if (from_balance) return 'worker_balance'
  return incoming_payment_id === null ? 'bank_cash' : 'unapplied_receipts'
}

/** The part of a payment that settles nothing and belongs to the worker, in centavos. */
export const remainderMove = (remainder: Cents): Move =>
  signedMove('remainder', ['loan_receivable', 'worker_balance'], remainder)

/** A payment's money in centavos: `remainder` is the part that settles nothing and belongs to the worker. */
export interface PaidMoney {
  amount: Cents
  remainder: Cents
  source: MoneySource
}

/** The moves of a payment's money; of its reversal for negative amounts. */
export function moneyMoves({ amount, remainder, source }: PaidMoney): Move[] {
  const payment = signedMove('payment', [accountOf(source), 'loan_receivable'], amount)
  return [payment, remainderMove(remainder)]
}

/** Posts money that arrived at STP: it is owed to its sender until it is applied. */
export function postReceipt(
  deps: Deps,
  trx: Trx,
  { id, amount_cents }: { id: number; amount_cents: Cents },
): Promise<void> {
  const moves = [signedMove('receipt', ['stp_cash', 'unapplied_receipts'], amount_cents)]
  return writePostings(deps, trx, [{ cause: { incoming_payment_id: id }, moves }])
}

/** Posts moves of an order that is for no loan; each entry names those of the parties that its accounts need. */
export function postOrder(
  deps: Deps,
  trx: Trx,
  { transfer_id, moves, ...parties }: Parties & { transfer_id: number; moves: readonly Move[] },
): Promise<void> {
  return writePostings(deps, trx, [{ cause: { transfer_id }, moves, ...parties }])
}

/** Reverses all that the ledger holds of an order for no loan; what is reversed already stays so. */
export async function reverseOrder(deps: Deps, trx: Trx, transfer_id: number): Promise<void> {
  const entries = await trx
    .selectFrom('ledger_entry')
    .selectAll()
    .where('transfer_id', '=', transfer_id)
    .orderBy('id', 'desc')
    .execute()
  const kinds = new Set(entries.map(({ kind }) => kind))
  const booked = entries.filter(({ kind }) => !kind.endsWith('_reversed') && !kinds.has(`${kind}_reversed`))
  const moves = booked.map(({ kind, debit_account, credit_account, amount_cents }) =>
    signedMove(kind, [debit_account, credit_account], -amount_cents),
  )
  const user_id = booked.find((entry) => entry.user_id !== null)?.user_id ?? null
  const incoming_payment_id = booked.find((entry) => entry.incoming_payment_id !== null)?.incoming_payment_id
  const worker = user_id === null ? {} : { user_id }
  const parties = { incoming_payment_id: incoming_payment_id ?? null, ...worker }
  await writePostings(deps, trx, [{ cause: { transfer_id }, moves, ...parties }])
}
