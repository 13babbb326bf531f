import { NEAR_DAYS } from '@quincena/domain/bank-statements/rules'
import type {
  BankLine,
  BankPayment,
  bankLineQuery,
  MatchSuggestion,
  openPaymentQuery,
} from '@quincena/domain/bank-statements/schema'
import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import { AppError } from '../../../command/errors.ts'
import type { Db, Trx } from '../../../db/types.ts'
import {
  countRows,
  inOrderOf,
  likePattern,
  orderingOf,
  orderOf,
  plainAmount,
  readPage,
} from '../../../http/pagination.ts'
import { type CountedRows, countListed } from '../../../platform/list-counts/queries/counts.ts'
import { readPart, takePart } from '../../../platform/list-counts/queries/pages.ts'
import { bankPaymentRows, ownerOf, paymentMatches, presentBankPayment } from './bank-payments.ts'

const stateOf = sql<BankLine['state']>`case when b.explained_as is not null then 'explained'
  when b.amount_cents > 0 and b.matched_cents = b.amount_cents then 'matched'
  when b.matched_cents > 0 then 'partial' else 'open' end`

function lineRows(db: Db | Trx) {
  return db
    .selectFrom('bank_line as b')
    .leftJoin('user_summary as e', 'e.id', 'b.explained_by')
    .leftJoin('user_summary as o', 'o.id', 'b.owner_id')
    .select(['b.id', 'b.bank_account_id as bank_account', 'b.day', 'b.description', 'b.reference'])
    .select(['b.amount_cents as amount', 'b.balance_cents as balance', 'b.matched_cents as matched'])
    .select(['b.explained_as', 'b.explanation', 'e.name as explained_by', 'b.created_at'])
    .select(['b.owner_id', 'o.name as owner_name', stateOf.as('state')])
}

type LineRow = Awaited<ReturnType<ReturnType<typeof lineRows>['execute']>>[number]

/** The payments of lines, by line. */
async function paymentsOfLines(db: Db | Trx, line_ids: readonly number[]) {
  const byLine = new Map<number, BankLine['payments']>()
  if (line_ids.length === 0) return byLine
  const rows = await bankPaymentRows(db)
    .innerJoin('bank_match as m', 'm.payment_id', 'p.id')
    .leftJoin('user_summary as by', 'by.id', 'm.matched_by')
    .select(['m.line_id', 'm.rule', 'by.name as matched_by'])
    .where('m.line_id', 'in', line_ids)
    .orderBy('p.id')
    .execute()
  for (const { line_id, rule, matched_by, ...row } of rows)
    byLine.set(line_id, [...(byLine.get(line_id) ?? []), { ...presentBankPayment(row), rule, matched_by }])
  return byLine
}

async function present(db: Db | Trx, rows: readonly LineRow[]): Promise<BankLine[]> {
  const payments = await paymentsOfLines(
    db,
    rows.map(({ id }) => id),
  )
  return rows.map(({ owner_id, owner_name, ...row }) => ({
    ...{ ...row, owner: ownerOf({ owner_id, owner_name }), payments: payments.get(row.id) ?? [] },
  }))
}

/** SQL of each state as its index has it, so that a list of one state reads that index. */
const inState: Record<NonNullable<LineFilters['state']>, RawBuilder<boolean>> = {
  waiting: sql`b.explained_as is null and (b.amount_cents < 0 or b.matched_cents < b.amount_cents)`,
  open: sql`b.explained_as is null and (b.amount_cents < 0 or b.matched_cents < b.amount_cents) and b.matched_cents = 0`,
  partial: sql`b.explained_as is null and (b.amount_cents < 0 or b.matched_cents < b.amount_cents) and b.matched_cents > 0`,
  matched: sql`b.explained_as is null and b.amount_cents > 0 and b.matched_cents = b.amount_cents`,
  explained: sql`b.explained_as is not null`,
}

/** The query of an account's lines without the page. */
export type LineFilters = Omit<z.output<typeof bankLineQuery>, 'page' | 'page_size'>

/** Query of the ids of an account's lines in the requested order, newest first unless it says otherwise. */
export function lineIds(db: Db | Trx, { bank_account, state, search, ordering }: LineFilters) {
  const { column, direction } = orderOf(ordering, ['day', 'amount'])
  return db
    .selectFrom('bank_line as b')
    .select('b.id')
    .where('b.bank_account_id', '=', bank_account)
    .$if(state !== undefined, (all) => all.where(inState[state ?? 'waiting']))
    .$if(search !== undefined && search !== '', (all) =>
      all.where('b.search', 'like', sql<string>`searchable(${likePattern(plainAmount(search ?? ''))})`),
    )
    .orderBy(column === 'amount' ? 'b.amount_cents' : 'b.day', direction)
    .orderBy('b.id', direction)
}

/** The lines of these ids with their payments, in the order of the ids. */
export async function linesOf(db: Db | Trx, ids: readonly number[]): Promise<BankLine[]> {
  if (ids.length === 0) return []
  return inOrderOf(ids, await present(db, await lineRows(db).where('b.id', 'in', ids).execute()))
}

/** An account's lines as the kept numbers know them; undefined for a search. */
function countedLines({ bank_account, state, search }: LineFilters): CountedRows | undefined {
  if (search) return undefined
  const states = state === 'waiting' ? ['open', 'partial'] : state && [state]
  return { list: 'bank_line', key: [[String(bank_account)], states] }
}

/** One page of an account's lines with their payments. */
export async function listLines(db: Db, input: z.output<typeof bankLineQuery>) {
  const counted = countedLines(input)
  const count = await (counted === undefined ? countRows(lineIds(db, input)) : countListed(db, counted))
  const { column, direction } = orderOf(input.ordering, ['day', 'amount'])
  const days = column === 'day' ? counted && { ...counted, at: 'b.day', is_day: true as const } : undefined
  const rows = await readPart(db, { ...input, count, direction, days }, (part) => {
    const ids = lineIds(db, { ...input, ordering: orderingOf(column, part.direction) })
    return takePart(ids, part).execute()
  })
  const ids = rows.map(({ id }) => id)
  return { count, rows: await linesOf(db, ids) }
}

/** Reads a line with its payments. Throws `bank_line.not_found` (404). */
export async function getLine(db: Db | Trx, id: number): Promise<BankLine> {
  const row = await lineRows(db).where('b.id', '=', id).executeTakeFirst()
  const [line] = row === undefined ? [] : await present(db, [row])
  if (line === undefined) throw new AppError('bank_line.not_found', 404)
  return line
}

const unmatched = sql<boolean>`p.bank_account_id is not null and p.reversed_at is null and not p.has_line`

/** The query of the payments that no line shows, without the page. */
export type OpenPaymentFilters = Omit<z.output<typeof openPaymentQuery>, 'page' | 'page_size'>

/** Query of the ids of an account's payments that no line shows, newest value date first unless it says otherwise. */
export function openPaymentIds(db: Db | Trx, { bank_account, search, ordering }: OpenPaymentFilters) {
  const { column, direction } = orderOf(ordering, ['value_date', 'amount'])
  const rows = db.selectFrom('payment as p').select('p.id').where('p.bank_account_id', '=', bank_account)
  return rows
    .where(unmatched)
    .$if(search !== undefined && search !== '', (all) =>
      all
        .innerJoin('loan as l', 'l.id', 'p.loan_id')
        .innerJoin('user_summary as u', 'u.id', 'p.user_id')
        .where(paymentMatches(search ?? '')),
    )
    .orderBy(column === 'amount' ? 'p.amount_paid_cents' : 'p.value_date', direction)
    .orderBy('p.id', direction)
}

/** The payments outside STP of these ids, in the order of the ids. */
export async function bankPaymentsOf(db: Db | Trx, ids: readonly number[]): Promise<BankPayment[]> {
  if (ids.length === 0) return []
  const rows = await bankPaymentRows(db).where('p.id', 'in', ids).execute()
  return inOrderOf(ids, rows).map(presentBankPayment)
}

/** One page of the payments of an account that no line shows. */
export async function listOpenPayments(db: Db, input: z.output<typeof openPaymentQuery>) {
  const { count, rows } = await readPage(openPaymentIds(db, input), input)
  const ids = rows.map(({ id }) => id)
  return { count, rows: await bankPaymentsOf(db, ids) }
}

const SUGGESTED = 20
/** A shorter reference stands in too many descriptions by chance. */
const REFERENCE_DIGITS = 4

/** Payments that a line may have brought, the likeliest first, each with its reasons; none for a withdrawal. */
export async function suggestPayments(db: Db, id: number): Promise<MatchSuggestion[]> {
  const line = await getLine(db, id)
  const left = line.amount - line.matched
  if (line.amount < 0 || left === 0) return []
  const key = sql`reference_key(p.reference)`
  const said = sql`reference_key(${`${line.reference} ${line.description}`}::text)`
  const has_reference = sql<boolean>`coalesce(length(${key}) >= ${REFERENCE_DIGITS} and position(${key} in ${said}) > 0, false)`
  const has_name = sql<boolean>`position(searchable(u.name) in searchable(${line.description}::text)) > 0`
  const days = sql<number>`abs(p.value_date - ${line.day}::date)`
  const rows = await bankPaymentRows(db)
    .select([has_reference.as('has_reference'), has_name.as('has_name'), days.as('days')])
    .where('p.bank_account_id', '=', line.bank_account)
    .where(unmatched)
    .where('p.amount_paid_cents', '<=', left)
    .where(sql<boolean>`p.value_date between ${line.day}::date - ${NEAR_DAYS.suggested}::int
      and ${line.day}::date + ${NEAR_DAYS.suggested}::int`)
    .where((eb) => eb.or([has_reference, has_name, eb('p.amount_paid_cents', '=', left)]))
    .orderBy(
      sql`(${has_reference})::int * 4 + (p.amount_paid_cents = ${left})::int * 2 + (${has_name})::int`,
      'desc',
    )
    .orderBy(days)
    .orderBy('p.id')
    .limit(SUGGESTED)
    .execute()
  return rows.map((row) => ({ ...presentBankPayment(row), reasons: reasonsOf(row, left) }))
}

function reasonsOf(
  row: { has_reference: boolean; has_name: boolean; days: number; amount_paid_cents: number },
  left: number,
): string[] {
  return [
    ...(row.has_reference ? ['Misma referencia'] : []),
    ...(row.amount_paid_cents === left ? ['Mismo monto'] : []),
    ...(row.has_name ? ['Nombre en la descripción'] : []),
    row.days === 0 ? 'Mismo día' : `A ${row.days} ${row.days === 1 ? 'día' : 'días'}`,
  ]
}
