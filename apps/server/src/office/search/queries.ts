import { type QuickSearchAnswer, SEARCH_KINDS } from '@quincena/domain/search/schema'
import { sql } from 'kysely'
import type { Db } from '../../db/types.ts'
import { likePattern } from '../../http/pagination.ts'

const maxOfEach = 5

/** First and last name in one column. */
const fullName = sql<string>`u.first_name || ' ' || u.last_name`

/**
 * Searches active people by name, key or e-mail, loans by folio, companies by key, name or e-mail, and STP orders by
 * tracking key. Returns the newest 5 of each kind, and in `more` the kinds with more. Four queries, each with its own
 * trigram index.
 */
export async function searchEverything(db: Db, search: string): Promise<QuickSearchAnswer> {
  const pattern = sql<string>`searchable(${likePattern(search)})`
  const lower = likePattern(search.toLowerCase())
  const people = db
    .selectFrom('app_user as u')
    .leftJoin('company as c', 'c.id', 'u.company_id')
    .where('u.search', 'like', pattern)
    .where('u.is_active', '=', true)
    .select(['u.id', 'u.email', 'c.name as company_name', fullName.as('name')])
    .orderBy('u.id', 'desc')
  const loans = db
    .selectFrom('loan as l')
    .innerJoin('app_user as u', 'u.id', 'l.user_id')
    .where(sql<boolean>`lower(l.folio) like ${lower}`)
    .select(['l.id', 'l.type', 'l.folio', fullName.as('name')])
    .orderBy('l.id', 'desc')
  const companies = db
    .selectFrom('company')
    .where('search', 'like', pattern)
    .where('deleted_at', 'is', null)
    .select(['id', 'key', 'name'])
    .orderBy('id', 'desc')
  const orders = db
    .selectFrom('transfer as t')
    .innerJoin('loan as l', 'l.id', 't.loan_id')
    .where(sql<boolean>`lower(t.tracking_key) like ${lower}`)
    .select(['t.id', 't.tracking_key', 'l.folio'])
    .orderBy('t.id', 'desc')
  const lists = {
    people: await people.limit(maxOfEach + 1).execute(),
    loans: await loans.limit(maxOfEach + 1).execute(),
    companies: await companies.limit(maxOfEach + 1).execute(),
    orders: await orders.limit(maxOfEach + 1).execute(),
  }
  return {
    people: lists.people.slice(0, maxOfEach),
    loans: lists.loans.slice(0, maxOfEach),
    companies: lists.companies.slice(0, maxOfEach),
    orders: lists.orders.slice(0, maxOfEach),
    more: SEARCH_KINDS.filter((kind) => lists[kind].length > maxOfEach),
  }
}
