import { situationOf } from '@quincena/domain/loans/situations'
import { type QuickSearchAnswer, SEARCH_KINDS } from '@quincena/domain/search/schema'
import { readSearch } from '@quincena/domain/search/terms'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/types.ts'
import { hasWords } from '../../http/pagination.ts'
import { isInClarification } from '../../lending/loans/queries/clarification.ts'
import { findNewestLoans } from '../../lending/loans/queries/found-loans.ts'
import { hasTrackingKey } from '../../lending/payouts/queries/transfer-filters.ts'
import { matchesPerson } from '../../people/users/queries/matching-people.ts'
import { findRows } from '../../platform/list-counts/queries/found-rows.ts'

const maxOfEach = 5

/** First and last name in one column. */
const fullName = sql<string>`u.first_name || ' ' || u.last_name`

/** So many rows found are sorted for the newest of them. */
const mostSorted = 1000

interface Kind {
  /** SQL from `from` on of the rows `named` that are searched, and the condition of those that the search means. */
  rows: RawBuilder<unknown>
  isHit: RawBuilder<boolean>
}

/** The ids of the newest rows that a search means. */
async function findNewest(db: Db, { rows, isHit }: Kind): Promise<number[]> {
  const { ids } = await findRows(
    db,
    { page: 1, page_size: maxOfEach + 1 },
    {
      ...{ alias: 'named', direction: 'desc', isHit, most: mostSorted },
      hits: sql`select id, id as place ${rows} and ${isHit}`,
      list: sql`select named.*, id as place ${rows} order by id desc`,
      ids: sql`select id ${rows} and ${isHit} order by id desc`,
    },
  )
  return ids
}

async function findPeople(db: Db, search: string) {
  const ids = await findNewest(db, {
    rows: sql`from app_user as named where named.is_active`,
    isHit: matchesPerson('named', search),
  })
  if (ids.length === 0) return []
  return db
    .selectFrom('app_user as u')
    .leftJoin('company as c', 'c.id', 'u.company_id')
    .where('u.id', 'in', ids)
    .select(['u.id', 'u.email', 'c.name as company_name', fullName.as('name')])
    .orderBy('u.id', 'desc')
    .execute()
}

/** The newest loans of the search and of the people found. */
async function findLoans(db: Db, search: string, people: readonly number[]) {
  const ids = await findNewestLoans(db, search, { people, limit: maxOfEach + 1 })
  if (ids.length === 0) return []
  return db
    .selectFrom('loan as l')
    .innerJoin('app_user as u', 'u.id', 'l.user_id')
    .where('l.id', 'in', ids)
    .select(['l.id', 'l.type', 'l.state', 'l.folio', fullName.as('name')])
    .select(isInClarification('l').as('in_clarification'))
    .orderBy('l.id', 'desc')
    .execute()
}

async function findOrders(db: Db, search: string) {
  const ids = await findNewest(db, {
    rows: sql`from transfer as named where named.loan_id is not null`,
    isHit: hasTrackingKey('named', search),
  })
  if (ids.length === 0) return []
  return db
    .selectFrom('transfer as t')
    .innerJoin('loan as l', 'l.id', 't.loan_id')
    .where('t.id', 'in', ids)
    .select(['t.id', 't.tracking_key', 'l.folio'])
    .orderBy('t.id', 'desc')
    .execute()
}

/**
 * Searches active people by name, key, e-mail, phone, CURP, RFC or account, loans by folio and those of the people found,
 * companies by key, name or e-mail, and STP orders by tracking key. Returns the newest 5 of each kind, and in `more` the
 * kinds with more. Each kind has its own indexes.
 */
export async function searchEverything(db: Db, search: string): Promise<QuickSearchAnswer> {
  const companies = db
    .selectFrom('company')
    .where(hasWords(sql.ref('company.search'), readSearch(search)))
    .where('deleted_at', 'is', null)
    .select(['id', 'key', 'name'])
    .orderBy('id', 'desc')
  const people = await findPeople(db, search)
  const lists = {
    people,
    loans: await findLoans(
      db,
      search,
      people.map(({ id }) => id),
    ),
    companies: await companies.limit(maxOfEach + 1).execute(),
    orders: await findOrders(db, search),
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
