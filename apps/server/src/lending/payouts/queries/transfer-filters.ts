import type { transferQuery } from '@quincena/domain/transfers/schema'
import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import type { z } from 'zod'
import type { Database, Db } from '../../../db/types.ts'
import { hasWord, likePattern } from '../../../http/pagination.ts'
import { matchesPersonsName } from '../../../people/users/queries/matching-people.ts'
import { isHeld, isInDoubt, needsReview } from '../../../treasury/transfers/queries/transfer-predicates.ts'
import { matchesFolio } from '../../loans/queries/loan-filters.ts'

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
export type TextField = (typeof textFields)[number]
export type Texts = Partial<Record<TextField, string | undefined>>

/** A text that orders are filtered by. */
export interface FieldText {
  field: TextField
  text: string
  /** Our name at STP. */
  lender: string
}

/** The rows `named` that orders name, and the condition of those that a text means. */
interface Named {
  from: RawBuilder<unknown>
  /** The column of `transfer` that names them. */
  by: 'company_id' | 'loan_id' | 'worker_id'
  matches: RawBuilder<boolean>
}

const from = {
  company: sql`from company as named`,
  loan: sql`from loan as named`,
  worker: sql`from app_user as named`,
}

const nothing = sql<boolean>`false`

function hasName(name: string): RawBuilder<boolean> {
  const pattern = likePattern(name)
  // The indexed text narrows first.
  return sql<boolean>`(named.search like searchable(${pattern}) and searchable(named.name) like searchable(${pattern}))`
}

/** What a text of a field names; undefined if the order itself has the text. */
export function namedBy({ field, text }: FieldText): Named | undefined {
  if (field === 'company') return { from: from.company, by: 'company_id', matches: hasName(text) }
  if (field === 'loan__folio')
    return { from: from.loan, by: 'loan_id', matches: matchesFolio('named', text) ?? nothing }
  const by = 'worker_id'
  if (field === 'loan__user__email')
    return { from: from.worker, by, matches: hasWord(sql.ref('named.email'), text.toLowerCase()) }
  return field === 'person'
    ? { from: from.worker, by, matches: matchesPersonsName('named', text) }
    : undefined
}

/** The lender's own name at STP matches every order, because every order carries it. */
export const isLender = ({ field, text, lender }: FieldText) =>
  field === 'company' && text.toLowerCase() === lender.toLowerCase()

/** True for an order, by the name of its table, with a part of a tracking key, of at least three letters or digits. */
export function hasTrackingKey(order: string, text: string): RawBuilder<boolean> {
  const part = text.trim().toLowerCase()
  return /^[a-z0-9]{3,30}$/.test(part)
    ? sql<boolean>`lower(${sql.ref(`${order}.tracking_key`)}) like ${likePattern(part)}`
    : nothing
}

function ofText(query: Matching, one: FieldText): Matching {
  if (isLender(one)) return query
  const named = namedBy(one)
  if (named === undefined) return query.where(hasTrackingKey('t', one.text))
  const { from: rows, by, matches } = named
  return query.where(sql<boolean>`${sql.ref(`t.${by}`)} in (select id ${rows} where ${matches})`)
}

/** True for an order with the text, for orders that are few or of which many have it. */
export function hasText(one: FieldText): RawBuilder<boolean> {
  if (isLender(one)) return sql<boolean>`true`
  const named = namedBy(one)
  if (named === undefined) return hasTrackingKey('t', one.text)
  const { from: rows, by, matches } = named
  return sql<boolean>`(select ${matches} ${rows} where named.id = ${sql.ref(`t.${by}`)})`
}

function ofTexts(query: Matching, texts: Texts, lender: string): Matching {
  return textFields.reduce((orders, field) => {
    const text = texts[field]
    return text ? ofText(orders, { field, text, lender }) : orders
  }, query)
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
  if (input.company__id !== undefined) query = query.where('t.company_id', '=', input.company__id)
  if (input.purpose !== undefined) query = query.where('t.purpose', '=', input.purpose)
  if (input.loan !== undefined) query = query.where('t.loan_id', '=', input.loan)
  return ofTexts(ofTexts(query, input, input.lender), texts, input.lender)
}
