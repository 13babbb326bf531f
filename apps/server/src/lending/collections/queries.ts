import { type Age, ageOf, DAYS_AHEAD, spanOfAge } from '@quincena/domain/collections/ageing'
import type { AgeTotal, CollectionItem, CollectionQuery } from '@quincena/domain/collections/schema'
import { addDays, type Day } from '@quincena/domain/dates'
import { PAYABLE_STATES } from '@quincena/domain/loans/rules'
import { type SelectQueryBuilder, sql } from 'kysely'
import { isOneOf } from '../../db/one-of.ts'
import type { Database, Db, Trx } from '../../db/types.ts'
import { orderOf, windowOf } from '../../http/pagination.ts'
import { isClear } from '../loans/queries/clarification.ts'
import { loansMatching } from '../loans/queries/loan-filters.ts'
import { loansOf } from '../loans/queries/loans.ts'

/** The filters and the order of the list, without the page. */
export type CollectionFilters = Omit<CollectionQuery, 'page' | 'page_size'>

type Matching = SelectQueryBuilder<Database & { l: Database['loan'] }, 'l', object>

/**
 * Loans in force that are late or fall due within 7 days, but for those in clarification, of which nothing falls due. The
 * conditions are those of the index `loan_collection`.
 */
function matching(db: Db, today: Day, { company, search }: CollectionFilters): Matching {
  let query: Matching = db
    .selectFrom('loan as l')
    .where(isOneOf('l.state', PAYABLE_STATES))
    .where('l.next_payment_date', '<=', addDays(today, DAYS_AHEAD))
    .where(isClear('l'))
  if (company !== undefined) query = query.where('l.company_id', '=', company)
  return search ? query.where('l.id', 'in', loansMatching(search)) : query
}

function ofAge(query: Matching, age: Age, today: Day): Matching {
  const { state, from, to } = spanOfAge(age, today)
  let loans = query.where('l.state', '=', state)
  if (from !== null) loans = loans.where('l.next_payment_date', '>=', from)
  return to === null ? loans : loans.where('l.next_payment_date', '<=', to)
}

const orderings = ['days_late', 'amount_due', 'next_step'] as const

/** Query of the ids of all matching loans, in the requested order: the latest first by default. */
export function collectionIds(db: Db, today: Day, input: CollectionFilters) {
  const { column, direction } = orderOf(input.ordering, orderings)
  const all = matching(db, today, input)
  const loans = (input.age === undefined ? all : ofAge(all, input.age, today)).select('l.id')
  if (column === 'amount_due')
    return loans.orderBy('l.amount_due_cents', direction).orderBy('l.id', direction)
  // The earlier the due date, the more days late.
  if (column === 'days_late') {
    const opposite = direction === 'desc' ? 'asc' : 'desc'
    return loans.orderBy('l.next_payment_date', opposite).orderBy('l.id', opposite)
  }
  return loans
    .leftJoin('loan_contact as c', 'c.loan_id', 'l.id')
    .orderBy('c.next_step_on', (order) => (direction === 'asc' ? order.asc() : order.desc()).nullsLast())
    .orderBy('l.id', direction)
}

/** What the matching loans of each age owe: one grouped count, whose days the domain sorts into ages. */
async function sumAges(db: Db, today: Day, input: CollectionFilters) {
  const rows = await matching(db, today, input)
    .select(['l.state', 'l.next_payment_date'])
    .select([sql<number>`count(*)`.as('count'), sql<number>`sum(l.amount_due_cents)::bigint`.as('amount')])
    .groupBy(['l.state', 'l.next_payment_date'])
    .execute()
  const totals = new Map<Age, AgeTotal>()
  for (const { state, next_payment_date, count, amount } of rows) {
    const age = next_payment_date === null ? undefined : ageOf({ state, next_payment_date }, today)
    if (age === undefined) continue
    const { count: before, amount: owed } = totals.get(age) ?? { count: 0, amount: 0 }
    totals.set(age, { count: before + count, amount: owed + amount })
  }
  return totals
}

async function contactsOf(db: Db | Trx, loan_ids: readonly number[]) {
  const rows = await db
    .selectFrom('loan_contact')
    .innerJoin('note', 'note.id', 'loan_contact.note_id')
    .innerJoin('app_user', 'app_user.id', 'note.author_id')
    .where('loan_contact.loan_id', 'in', loan_ids)
    .select(['loan_contact.loan_id', 'note.created_at as at', 'note.text', 'note.means'])
    .select(['note.next_step', 'note.next_step_on'])
    .select(sql<string>`app_user.first_name || ' ' || app_user.last_name`.as('by'))
    .execute()
  return new Map(
    rows.map(({ loan_id, means, ...contact }) => [loan_id, { ...contact, means: means ?? 'other' }]),
  )
}

/** Due and late loans with their latest contact, in the order of `ids`. */
export async function collectionsOf(
  db: Db | Trx,
  ids: readonly number[],
  today: Day,
): Promise<CollectionItem[]> {
  if (ids.length === 0) return []
  const [loans, contacts] = [await loansOf(db, ids, today), await contactsOf(db, ids)]
  return loans.map((loan) => ({ ...loan, last_contact: contacts.get(loan.id) ?? null }))
}

/** One page of due and late loans, with the number and the sum of each age under the other filters. */
export async function listCollections(db: Db, today: Day, input: CollectionQuery) {
  const totals = await sumAges(db, today, input)
  const chosen = input.age === undefined ? [...totals.values()] : [totals.get(input.age)]
  const count = chosen.reduce((sum, total) => sum + (total?.count ?? 0), 0)
  const { limit, offset } = windowOf(input)
  const page = count === 0 ? [] : await collectionIds(db, today, input).limit(limit).offset(offset).execute()
  const rows = await collectionsOf(
    db,
    page.map(({ id }) => id),
    today,
  )
  return { count, rows, ages: Object.fromEntries(totals) }
}
