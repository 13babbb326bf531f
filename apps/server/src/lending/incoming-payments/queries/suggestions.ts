import { arrivalDay, foliosIn } from '@quincena/domain/incoming-payments/rules'
import type { IncomingPayment, Suggestion } from '@quincena/domain/incoming-payments/schema'
import {
  amountReasons,
  payerWords,
  type SuggestionReason,
  weightOf,
} from '@quincena/domain/incoming-payments/suggestions'
import { figuresOn } from '@quincena/domain/loans/figures'
import { PAID_OUT_STATES, PAYABLE_STATES } from '@quincena/domain/loans/rules'
import { sql } from 'kysely'
import type { Db } from '../../../db/types.ts'
import { likePattern } from '../../../http/pagination.ts'
import { loadLoans } from '../../loans/queries/position.ts'
import { getIncomingPayment, readLoans } from './incoming-payments.ts'

const shown = 6
/** Workers with the payer's name, and loans with the exact payment, that are looked at. */
const namesakes = 5
const sameAmounts = 20

/** A worker or one of their loans, and what speaks for it. */
interface Clue {
  user_id: number
  loan_id: number | null
  reason: SuggestionReason
}

const loansOf = (db: Db) => db.selectFrom('loan').select(['loan.id as loan_id', 'loan.user_id'])

/** Loans that the payment names. */
async function namedLoans(db: Db, { payment_concept, numeric_reference }: IncomingPayment): Promise<Clue[]> {
  const folios = foliosIn(payment_concept)
  const paidOut = loansOf(db).where('loan.state', 'in', PAID_OUT_STATES)
  const byFolio = folios.length === 0 ? [] : await paidOut.where('loan.folio', 'in', folios).execute()
  const byReference =
    numeric_reference === null ? [] : await paidOut.where('loan.id', '=', numeric_reference).execute()
  return [
    ...byFolio.map((loan) => ({ ...loan, reason: 'folio' as const })),
    ...byReference.map((loan) => ({ ...loan, reason: 'reference' as const })),
  ]
}

/** The workers whose account sent the money, or who have the payer's name in whatever order. */
async function likelyWorkers(db: Db, { paying_account, payer_name }: IncomingPayment) {
  const workers = db.selectFrom('app_user').select('id as user_id').where('user_type', '=', 'U2')
  const byAccount =
    paying_account === null ? [] : await workers.where('debit_card_number', '=', paying_account).execute()
  const words = payerWords(payer_name)
  const named = words.map((word) => sql<boolean>`search like searchable(${likePattern(word)})`)
  const byName =
    words.length === 0
      ? []
      : await workers
          .where((eb) => eb.and(named))
          .orderBy('id')
          .limit(namesakes)
          .execute()
  return [
    ...byAccount.map(({ user_id }) => ({ user_id, reason: 'account' as const })),
    ...byName.map(({ user_id }) => ({ user_id, reason: 'name' as const })),
  ]
}

/** The payable loans of the workers; a worker without one stands alone. */
async function workerClues(db: Db, workers: readonly Omit<Clue, 'loan_id'>[]): Promise<Clue[]> {
  const ids = [...new Set(workers.map(({ user_id }) => user_id))]
  if (ids.length === 0) return []
  const payable = loansOf(db).where('user_id', 'in', ids).where('loan.state', 'in', PAYABLE_STATES)
  const loans = await payable.orderBy('loan.id').execute()
  return workers.flatMap((worker): Clue[] => {
    const own = loans.filter(({ user_id }) => user_id === worker.user_id)
    return own.length === 0
      ? [{ ...worker, loan_id: null }]
      : own.map(({ loan_id }) => ({ ...worker, loan_id }))
  })
}

/** Payable loans whose usual payment is the amount, those due next to its arrival first. */
async function sameAmountLoans(db: Db, incoming: IncomingPayment) {
  return loansOf(db)
    .where('monthly_payment_cents', '=', incoming.unapplied)
    .where(sql<boolean>`state in ('active', 'overdue')`)
    .orderBy(sql`abs(next_payment_date - ${arrivalDay(incoming)}::date)`)
    .limit(sameAmounts)
    .execute()
}

/** Adds what the amount says: the exact payment or payoff of a loan on the day when the money arrived. */
async function amountClues(db: Db, incoming: IncomingPayment, known: readonly Clue[]): Promise<Clue[]> {
  const candidates = [...known, ...(await sameAmountLoans(db, incoming))]
  const ids = [...new Set(candidates.map(({ loan_id }) => loan_id).filter((id) => id !== null))]
  if (ids.length === 0) return []
  const loans = await db.selectFrom('loan').selectAll().where('id', 'in', ids).execute()
  const loaded = await loadLoans(db, loans)
  return loans.flatMap(({ id: loan_id, user_id }) => {
    const position = loaded.get(loan_id)?.position
    if (position === undefined) return []
    const reasons = amountReasons(incoming.unapplied, figuresOn(position, arrivalDay(incoming)))
    return reasons.map((reason) => ({ loan_id, user_id, reason }))
  })
}

async function readWorkers(db: Db, ids: readonly number[]) {
  const rows = await db
    .selectFrom('app_user as u')
    .leftJoin('company', 'company.id', 'u.company_id')
    .select(['u.id', 'company.name as company_name'])
    .select(sql<string>`u.first_name || ' ' || u.last_name`.as('name'))
    .where('u.id', 'in', ids)
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}

/** Joins the clues of each loan or worker, and shows the likeliest. */
async function presentClues(db: Db, clues: readonly Clue[]): Promise<Suggestion[]> {
  const grouped = [...Map.groupBy(clues, ({ user_id, loan_id }) => `${user_id}:${loan_id ?? ''}`).values()]
  const best = grouped
    .map((group) => ({ group, reasons: [...new Set(group.map(({ reason }) => reason))] }))
    .toSorted((one, other) => weightOf(other.reasons) - weightOf(one.reasons))
    .slice(0, shown)
  if (best.length === 0) return []
  const chosen = best.flatMap(({ group: [clue] }) => clue ?? [])
  const loans = await readLoans(
    db,
    chosen.map(({ loan_id }) => loan_id).filter((id) => id !== null),
  )
  const workers = await readWorkers(
    db,
    chosen.map(({ user_id }) => user_id),
  )
  return best.flatMap(({ group: [clue], reasons }) => {
    const worker = workers.get(clue?.user_id ?? 0)
    return worker === undefined ? [] : [{ reasons, worker, loan: loans.get(clue?.loan_id ?? 0) ?? null }]
  })
}

/**
 * `GET /stp/incoming-payments/{id}/suggestions`: the loans and workers to whom the rest of received money may belong, each
 * with what speaks for it, the likeliest first. A settled loan stands for its worker. Throws 404
 * `incoming_payment.not_found`.
 */
export async function suggestUses(db: Db, id: number): Promise<{ results: Suggestion[] }> {
  const incoming = await getIncomingPayment(db, id)
  if (incoming.unapplied === 0 || incoming.is_returned_money) return { results: [] }
  const named = await namedLoans(db, incoming)
  const workers = await workerClues(db, await likelyWorkers(db, incoming))
  const known = [...named, ...workers]
  return { results: await presentClues(db, [...known, ...(await amountClues(db, incoming, known))]) }
}
