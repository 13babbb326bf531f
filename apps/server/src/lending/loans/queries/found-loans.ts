import { stateOfSituation } from '@quincena/domain/loans/situations'
import { sql } from 'kysely'
import { type Actor, isStaff } from '../../../command/context.ts'
import type { Db } from '../../../db/types.ts'
import { type ListCount, orderOf } from '../../../http/pagination.ts'
import { matchesPersonsName } from '../../../people/users/queries/matching-people.ts'
import type { CountedRows } from '../../../platform/list-counts/queries/counts.ts'
import {
  findRows,
  isShort,
  joinHits,
  type SearchedList,
} from '../../../platform/list-counts/queries/found-rows.ts'
import { isInClarification } from './clarification.ts'
import { countedLoans, type SituationCounts, type StateCount, situationsOf } from './loan-counts.ts'
import {
  isFound,
  isInSituation,
  type LoanFilters,
  type LoansQuery,
  loansMatching,
  type Matching,
  matchesFolio,
  matchingLoans,
} from './loan-filters.ts'
import { inOrder, loanIds, orderBy, orderings, placeOf } from './loan-order.ts'

/** Filters that leave few loans. */
const narrows = ({ user__id, id__in, documents_unreviewed, in_clarification, situation }: LoanFilters) =>
  [user__id, id__in].some((filter) => filter !== undefined) ||
  [documents_unreviewed, in_clarification].includes(true) ||
  situation === 'in_review'

/** The kept numbers of the loans that the filters leave, or of a few more. */
function countedOfFilters(user: Actor, input: LoanFilters): CountedRows | undefined {
  const loans = countedLoans(user, input)
  const state = input.situation && stateOfSituation(input.situation)
  return loans && state !== undefined ? { ...loans, key: [loans.key?.[0], [state]] } : loans
}

/** True if the filters leave so few loans that each is compared with the search. */
async function isNarrow(db: Db, user: Actor, { search, ...input }: LoanFilters): Promise<boolean> {
  if (!isStaff(user) || narrows(input)) return true
  const { company, status, active_status, payout_returned, open, situation, from, to } = input
  const isWhole = [company, status, active_status, payout_returned, open, situation, from, to].every(
    (filter) => filter === undefined,
  )
  return !isWhole && isShort(db, countedOfFilters(user, input))
}

/**
 * Query of the loans of a query that a search finds, in any order. Those of each person found are read one person after
 * the other, so that many hits end the query early.
 */
function hitsAmong(loans: Matching, search: string) {
  const ofPerson = loans.where(sql<boolean>`l.user_id = person.id`).offset(sql.lit(0))
  const ofPeople = sql`select hit.* from (
      select id from app_user where ${matchesPersonsName('app_user', search)} offset 0) as person
    cross join lateral ${ofPerson} as hit`
  const folio = matchesFolio('l', search)
  return folio === undefined ? ofPeople : joinHits(ofPeople, [sql`${loans.where(folio)}`])
}

const counted = sql`(select json_agg(part) from (
  select l.state, ${isInClarification('l')} as in_clarification, count(*) as count
  from hits as l group by 1, 2) as part)`

async function searchedLoans(db: Db, user: Actor, input: LoansQuery): Promise<SearchedList> {
  const { column, direction } = orderOf(input.ordering, orderings)
  const { search = '', ...filters } = input
  const { place, direction: of_place } = placeOf(column, direction)
  const isHit = isFound('l', search)
  const loans = matchingLoans(db, user, filters)
  const rows = loans.select(['l.id', 'l.state', place.as('place')])
  const list = inOrder(loans.selectAll('l').select(place.as('place')), orderBy(column, direction))
  const common = { alias: 'l', direction: of_place, isHit, list: sql`${list}` }
  if (await isNarrow(db, user, input)) {
    const ids = loanIds(db, user, filters).where(isHit)
    return { ...common, hits: sql`${rows.where(isHit)}`, ids: sql`${ids}` }
  }
  return { ...common, hits: hitsAmong(rows, search), ids: sql`${loanIds(db, user, input)}` }
}

interface FoundLoans extends ListCount {
  ids: number[]
  /** Not if too many loans were found. */
  situations?: SituationCounts
}

/**
 * The ids of a page of the loans that the filters leave and a search finds, with their number and that of each situation
 * under the other filters. Exact, but for a search that finds more than `searchLimits.count`.
 */
export async function findLoans(db: Db, user: Actor, input: LoansQuery): Promise<FoundLoans> {
  const { situation, ...others } = input
  const wanted = situation && isInSituation(situation)
  const searched = { ...(await searchedLoans(db, user, others)), wanted, parts: counted }
  const { parts, ...found } = await findRows<StateCount[]>(db, input, searched)
  if (found.count_capped !== true) {
    const { count, situations } = situationsOf(parts ?? [], situation)
    return { count, situations, ids: found.ids }
  }
  return situation === undefined ? found : findRows(db, input, await searchedLoans(db, user, input))
}

interface Newest {
  /** Loans of these people are found, too. */
  people: readonly number[]
  limit: number
}

/** So many loans found are sorted for the newest of them. */
const mostSorted = 1000

/** The ids of the newest loans that a search finds, newest first. */
export async function findNewestLoans(
  db: Db,
  search: string,
  { people, limit: page_size }: Newest,
): Promise<number[]> {
  const loans = db.selectFrom('loan as l').select(['l.id', 'l.id as place'])
  const isOfPeople = sql<boolean>`l.user_id = any(${people})`
  const found = await findRows(
    db,
    { page: 1, page_size },
    {
      most: mostSorted,
      ...{ alias: 'l', direction: 'desc', isHit: sql<boolean>`(${isOfPeople} or ${isFound('l', search)})` },
      hits: joinHits(hitsAmong(loans, search), [sql`${loans.where(isOfPeople)}`]),
      list: sql`${loans.select(['l.user_id', 'l.folio']).orderBy('l.id', 'desc')}`,
      ids: sql`select id from ${loansMatching(search)} as matching
        union select id from loan where user_id = any(${people}) order by id desc`,
    },
  )
  return found.ids
}
