import { situationOf } from '@quincena/domain/loans/situations'
import { type QuickSearchAnswer, SEARCH_KINDS } from '@quincena/domain/search/schema'
import { readSearch } from '@quincena/domain/search/terms'
import { sql } from 'kysely'
import type { Db } from '../../db/types.ts'
import { hasWords, likePattern } from '../../http/pagination.ts'
import { isInClarification } from '../../lending/loans/queries/clarification.ts'
import { loansMatching } from '../../lending/loans/queries/loan-filters.ts'
import { matchesPerson } from '../../people/users/queries/matching-people.ts'

const maxOfEach = 5

/** First and last name in one column. */
const fullName = sql<string>`u.first_name || ' ' || u.last_name`

/**
 * Searches active people by name, key, e-mail, phone, CURP, RFC or account, loans by folio and those of the people found,
 * companies by key, name or e-mail, and STP orders by tracking key. Returns the newest 5 of each kind, and in `more` the
 * kinds with more. Four queries, each with its own indexes.
 */
export async function searchEverything(db: Db, search: string): Promise<QuickSearchAnswer> {
  const lower = likePattern(search.toLowerCase())
  const people = db
    .selectFrom('app_user as u')
    .leftJoin('company as c', 'c.id', 'u.company_id')
    .where(matchesPerson('u', search))
    .where('u.is_active', '=', true)
    .select(['u.id', 'u.email', 'c.name as company_name', fullName.as('name')])
    .orderBy('u.id', 'desc')
  const foundPeople = await people.limit(maxOfEach + 1).execute()
  const ids = foundPeople.map(({ id }) => id)
  const loans = db
    .selectFrom('loan as l')
    .innerJoin('app_user as u', 'u.id', 'l.user_id')
    .where(
      sql<boolean>`l.id in (select id from ${loansMatching(search)} as matching
        union select id from loan where user_id = any(${ids}))`,
    )
    .select(['l.id', 'l.type', 'l.state', 'l.folio', fullName.as('name')])
    .select(isInClarification('l').as('in_clarification'))
    .orderBy('l.id', 'desc')
  const companies = db
    .selectFrom('company')
    .where(hasWords(sql.ref('company.search'), readSearch(search)))
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
    people: foundPeople,
    loans: await loans.limit(maxOfEach + 1).execute(),
    companies: await companies.limit(maxOfEach + 1).execute(),
    orders: await orders.limit(maxOfEach + 1).execute(),
  }
  return {
    people: lists.people.slice(0, maxOfEach),
    loans: lists.loans.slice(0, maxOfEach).map(({ state, in_clarification, ...loan }) => ({
      ...loan,
      situation: situationOf({ state, in_clarification }),
    })),
    companies: lists.companies.slice(0, maxOfEach),
    orders: lists.orders.slice(0, maxOfEach),
    more: SEARCH_KINDS.filter((kind) => lists[kind].length > maxOfEach),
  }
}
