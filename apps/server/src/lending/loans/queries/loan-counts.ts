import {
  LOAN_STATES,
  type LoanState,
  OPEN_STATES,
  statesOfActiveStatus,
  statesOfStatus,
} from '@quincena/domain/loans/rules'
import { SITUATIONS, type Situation, situationOf, stateOfSituation } from '@quincena/domain/loans/situations'
import { sql } from 'kysely'
import { type Actor, isStaff } from '../../../command/context.ts'
import type { Db } from '../../../db/types.ts'
import {
  type CountedDays,
  type CountedRows,
  keyCounts,
} from '../../../platform/list-counts/queries/counts.ts'
import { isInClarification, isInReview } from './clarification.ts'
import { type LoanFilters, matchingLoans } from './loan-filters.ts'

/** How many loans are in each situation; those without loans are missing. */
export type SituationCounts = Partial<Record<Situation, number>>

interface LoanCounts {
  count: number
  situations: SituationCounts
}

/** The states that the filters select, but for the situation. */
function statesOf({ status, active_status, payout_returned, open }: LoanFilters): LoanState[] {
  const sets: ((state: LoanState) => boolean)[] = []
  if (status !== undefined) sets.push((state) => statesOfStatus(status).includes(state))
  if (active_status !== undefined) sets.push((state) => statesOfActiveStatus(active_status).includes(state))
  if (payout_returned !== undefined) sets.push((state) => (state === 'payout_returned') === payout_returned)
  if (open !== undefined) sets.push((state) => OPEN_STATES.some((one) => one === state) === open)
  return LOAN_STATES.filter((state) => sets.every((isIn) => isIn(state)))
}

/** The loans of the filters as the kept numbers know them; undefined if only the loans themselves tell. */
export function countedLoans(user: Actor, input: LoanFilters): CountedRows | undefined {
  const { type, company, from, to, search, user__id, id__in } = input
  const isKept = isStaff(user) && !search && user__id === undefined && id__in === undefined
  if (!isKept || (company !== undefined && (from ?? to) !== undefined)) return undefined
  const key = [type === undefined ? undefined : [type], statesOf(input)]
  return { list: 'loan', key, company_id: company, from, to }
}

/** True if the filters leave out the loans in clarification. */
const leavesOut = ({ active_status, in_clarification, situation }: LoanFilters) =>
  in_clarification === false ||
  active_status === 'ALR' ||
  active_status === 'DEL' ||
  (situation !== undefined && situation !== 'returned')

/** The kept days of the listed loans; undefined where none are kept. */
export function loanDays(db: Db, user: Actor, input: LoanFilters): CountedDays | undefined {
  const { situation, documents_unreviewed, in_clarification, active_status, company, ...others } = input
  const loans = countedLoans(user, input)
  const isLive = documents_unreviewed !== undefined || in_clarification === true || situation === 'in_review'
  if (loans === undefined || company !== undefined || isLive) return undefined
  const isLeft = leavesOut(input)
  const states = statesOf(input).filter(
    (state) =>
      !(isLeft && state === 'payout_returned') &&
      (situation === undefined || stateOfSituation(situation) === state),
  )
  const key = [loans.key?.[0], states]
  if (!isLeft) return { ...loans, key, at: 'l.created_at' }
  const except = matchingLoans(db, user, others)
    .where('l.state', 'in', states)
    .where(isInReview('l'))
    .select([sql<string>`day_in_mexico(l.created_at)`.as('day'), sql<number>`-1`.as('n')])
  return { ...loans, key, at: 'l.created_at', except }
}

/** Loans of a state, apart those in clarification. */
export interface StateCount {
  state: LoanState
  in_clarification: boolean
  count: number
}

/** The number of loans in a situation, or of all, and of those in each. */
export function situationsOf(rows: readonly StateCount[], situation: Situation | undefined): LoanCounts {
  const counts = new Map<Situation, number>()
  for (const { count, ...loan } of rows) {
    const one = situationOf(loan)
    counts.set(one, (counts.get(one) ?? 0) + count)
  }
  const situations = Object.fromEntries(
    SITUATIONS.flatMap((one) => ((counts.get(one) ?? 0) > 0 ? [[one, counts.get(one)]] : [])),
  )
  const all = [...counts.values()].reduce((sum, count) => sum + count, 0)
  return { count: situation === undefined ? all : (counts.get(situation) ?? 0), situations }
}

interface KeptCount {
  state: LoanState
  in_review: boolean
  count: number
}

/** Where a number counts: a loan in review is among those of its state, and once more as one in review. */
function placeCount({ state, in_review, count }: KeptCount, filters: LoanFilters): StateCount[] {
  const hasClarified = !leavesOut(filters)
  const clarified = { state, in_clarification: true, count }
  if (state === 'payout_returned') return hasClarified ? [clarified] : []
  const clear = { state, in_clarification: false, count: in_review ? -count : count }
  const rows = filters.in_clarification === true ? [] : [clear]
  return in_review && hasClarified ? [...rows, clarified] : rows
}

/** Counts from the kept numbers; only the few loans in review are counted among the loans. */
async function readKept(db: Db, user: Actor, { loans, input }: { loans: CountedRows; input: LoanFilters }) {
  const { active_status, in_clarification, ...filters } = input
  const inReview = matchingLoans(db, user, filters)
    .where('l.state', 'in', statesOf(input))
    .where('l.state', '<>', 'payout_returned')
    .where(isInReview('l'))
    .select(['l.state', sql<boolean>`true`.as('in_review'), sql<number>`count(*)`.as('count')])
    .groupBy('l.state')
  const { rows } = await sql<KeptCount>`
    select key[2] as state, false as in_review, sum(count) as count from (${keyCounts(loans)}) as kept group by 1
    union all ${inReview}`.execute(db)
  return rows.flatMap((row) => placeCount(row, { active_status, in_clarification }))
}

/** Counts the loans themselves, which are few. */
function readLive(db: Db, user: Actor, input: LoanFilters): Promise<StateCount[]> {
  return matchingLoans(db, user, input)
    .select(['l.state', isInClarification('l').as('in_clarification'), sql<number>`count(*)`.as('count')])
    .groupBy(['l.state', sql`2`])
    .execute()
}

async function readCounts(db: Db, user: Actor, input: LoanFilters): Promise<StateCount[]> {
  const { documents_unreviewed, ...others } = input
  const loans = countedLoans(user, input)
  if (loans === undefined || documents_unreviewed === true) return readLive(db, user, input)
  const kept = await readKept(db, user, { loans, input: others })
  if (documents_unreviewed === undefined) return kept
  // Those that wait for documents are few; the others are all but these.
  const waiting = await readLive(db, user, { ...others, documents_unreviewed: true })
  return [...kept, ...waiting.map((row) => ({ ...row, count: -row.count }))]
}

/**
 * The exact number of loans under the filters, which have no search, and of those in each situation under the others.
 */
export async function countLoans(db: Db, user: Actor, input: LoanFilters): Promise<LoanCounts> {
  const { situation, ...others } = input
  return situationsOf(await readCounts(db, user, others), situation)
}
