import { readSearch } from '@quincena/domain/search/terms'
import type { transferQuery } from '@quincena/domain/transfers/schema'
import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import type { z } from 'zod'
import type { Database, Db } from '../../../db/types.ts'
import { likePattern } from '../../../http/pagination.ts'
import { matchesPersonsName } from '../../../people/users/queries/matching-people.ts'
import { isHeld, isInDoubt, needsReview } from '../../../treasury/transfers/queries/transfer-predicates.ts'

export type TransfersQuery = z.output<typeof transferQuery>
/** The lender's name at STP and the time, by which the list filters. */
export interface FilterFacts {
  lender: string
  now: Temporal.Instant
}
/** The filters of the list, without the page. */
export type TransferFilters = Omit<TransfersQuery, 'page' | 'page_size'> & FilterFacts

type Matching = SelectQueryBuilder<Database & { t: Database['transfer'] }, 't', object>

/** What a search tries, in this order: the four text fields, then the name and the numbers of the person. */
export const textFields = ['company', 'tracking_key', 'loan__folio', 'loan__user__email', 'person'] as const
export type Texts = Partial<Record<(typeof textFields)[number], string | undefined>>

/**
 * Filters by the worker's company. The lender's own name at STP matches every order, because every order carries it.
 */
function ofCompany(query: Matching, name: string, lender: string): Matching {
  if (name.toLowerCase() === lender.toLowerCase()) return query
  const pattern = likePattern(name)
  return ofCompanies(
    query,
    sql<number>`select id from company where searchable(name) like searchable(${pattern})`,
  )
}

function ofCompanies(query: Matching, companies: RawBuilder<number>): Matching {
  return query.where(
    sql<boolean>`t.id in (
      select id from transfer where loan_id in (select id from loan where company_id in (${companies}))
      union all
      select id from transfer where user_id in (select id from app_user where company_id in (${companies})))`,
  )
}

/** Orders of a loan of one of these people, or paid to them without a loan. */
function ofPeople(query: Matching, people: RawBuilder<number>): Matching {
  return query.where(
    sql<boolean>`t.id in (
      select id from transfer where loan_id in (select id from loan where user_id in (${people}))
      union all select id from transfer where user_id in (${people}))`,
  )
}

function ofTexts(query: Matching, texts: Texts, lender: string): Matching {
  const { company, tracking_key, loan__folio, loan__user__email, person } = texts
  let orders = query
  if (company) orders = ofCompany(orders, company, lender)
  if (tracking_key)
    orders = orders.where(sql<boolean>`lower(t.tracking_key) like ${likePattern(tracking_key.toLowerCase())}`)
  if (loan__folio) {
    const pattern = likePattern(loan__folio.toLowerCase())
    const { folios } = readSearch(loan__folio)
    orders = orders.where('t.loan_id', 'in', (eb) =>
      eb
        .selectFrom('loan')
        .select('id')
        .where(sql<boolean>`(lower(folio) like ${pattern} or folio = any(${folios}))`),
    )
  }
  if (loan__user__email) {
    const pattern = likePattern(loan__user__email.toLowerCase())
    const people = sql<number>`select id from app_user where search like searchable(${pattern}) and email like ${pattern}`
    orders = ofPeople(orders, people)
  }
  if (person)
    orders = ofPeople(
      orders,
      sql<number>`select id from app_user where ${matchesPersonsName('app_user', person)}`,
    )
  return orders
}

function withMarks(query: Matching, { needs_review, in_doubt, held, now }: TransferFilters): Matching {
  let orders = query
  const filter = (mark: RawBuilder<boolean>, wanted: boolean | undefined) => {
    if (wanted !== undefined) orders = orders.where(wanted ? mark : sql<boolean>`${mark} is not true`)
  }
  filter(needsReview('t'), needs_review)
  filter(isInDoubt('t', now), in_doubt)
  filter(isHeld('t'), held)
  return orders
}

function ofDays(query: Matching, { from, to, operation_date }: TransferFilters): Matching {
  let orders = query
  if (from !== undefined) orders = orders.where('t.operation_date', '>=', from)
  if (to !== undefined) orders = orders.where('t.operation_date', '<=', to)
  return operation_date === undefined ? orders : orders.where('t.operation_date', '=', operation_date)
}

/** The orders of the filters and of the texts of a search. */
export function matchingTransfers(db: Db, input: TransferFilters, texts: Texts): Matching {
  let query = withMarks(ofDays(db.selectFrom('transfer as t'), input), input)
  if (input.state !== undefined) query = query.where('t.state', '=', input.state)
  if (input.company__id !== undefined) query = ofCompanies(query, sql<number>`${input.company__id}::bigint`)
  if (input.purpose !== undefined) query = query.where('t.purpose', '=', input.purpose)
  if (input.loan !== undefined) query = query.where('t.loan_id', '=', input.loan)
  return ofTexts(ofTexts(query, input, input.lender), texts, input.lender)
}
