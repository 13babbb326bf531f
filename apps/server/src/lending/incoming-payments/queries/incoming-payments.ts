import { chargeableOf, isReturnedMoney } from '@quincena/domain/incoming-payments/rules'
import type { IncomingPayment, PaidLoan } from '@quincena/domain/incoming-payments/schema'
import { maskedEnd } from '@quincena/domain/masking'
import { type SelectQueryBuilder, sql } from 'kysely'
import { AppError } from '../../../command/errors.ts'
import type { Db, Trx } from '../../../db/types.ts'
import { orderOf } from '../../../http/pagination.ts'
import { type Direction, readPart, takePart } from '../../../platform/list-counts/queries/pages.ts'
import { countIncoming, incomingDays } from './counts.ts'
import { type IncomingPaymentsQuery, type IncomingTables, matchingPayments } from './filters.ts'
import { readUses, type Uses } from './uses.ts'

function incomingRows(db: Db | Trx) {
  return db
    .selectFrom('incoming_payment as i')
    .leftJoin('app_user as d', 'd.id', 'i.dismissed_by')
    .leftJoin('app_user as o', 'o.id', 'i.owner_id')
    .selectAll('i')
    .select(sql<string>`d.first_name || ' ' || d.last_name`.as('dismisser'))
    .select(sql<string>`o.first_name || ' ' || o.last_name`.as('owner_name'))
}

type IncomingRow = Awaited<ReturnType<ReturnType<typeof incomingRows>['execute']>>[number]

type Loans = ReadonlyMap<number, PaidLoan>

/** The loans with these ids, as screens of received money show them. */
export async function readLoans(db: Db | Trx, ids: readonly number[]): Promise<Loans> {
  if (ids.length === 0) return new Map()
  const loans = await db
    .selectFrom('loan')
    .innerJoin('app_user as u', 'u.id', 'loan.user_id')
    .select(['loan.id', 'loan.folio', 'loan.type', 'loan.state', 'loan.amount_due_cents as amount_due'])
    .select(sql<string>`u.first_name || ' ' || u.last_name`.as('borrower'))
    .where('loan.id', 'in', ids)
    .execute()
  return new Map(loans.map((loan) => [loan.id, loan]))
}

function presentMatch({ match_rule: rule, matched_loan_id }: IncomingRow, loans: Loans) {
  const loan = loans.get(matched_loan_id ?? 0)
  return rule === null || loan === undefined ? null : { rule, loan }
}

/** What was done with one incoming payment, and what is left of it. */
function presentUses({ id, unapplied_cents: unapplied }: IncomingRow, uses: Uses, loans: Loans) {
  return {
    payments: (uses.payments.get(id) ?? []).flatMap(({ loan_id, ...payment }) => {
      const loan = loans.get(loan_id)
      return loan === undefined ? [] : [{ ...payment, loan }]
    }),
    credits: uses.credits.get(id) ?? [],
    return: uses.returns.get(id)?.at(-1) ?? null,
    own_deposit: uses.deposits.get(id)?.at(-1) ?? null,
    unapplied,
  }
}

/** Our claim on money that STP took back; null for other money. */
function presentClaim(
  row: IncomingRow,
  { parts, charges, requests }: Uses['claims'],
): IncomingPayment['claim'] {
  const { id, stp_returned_at, suspense_cents: amount } = row
  if (stp_returned_at === null) return null
  const workers = (parts.get(id) ?? []).map(({ user_id, name, used, charged }) => ({
    ...{ id: user_id, name, chargeable: chargeableOf({ claim: amount, used, charged }) },
  }))
  return {
    amount,
    workers: workers.filter(({ chargeable }) => chargeable > 0),
    charges: charges.get(id) ?? [],
    approval: requests.find(({ subject_id }) => subject_id === id)?.id ?? null,
  }
}

function presentIncoming(row: IncomingRow, uses: Uses, loans: Loans): IncomingPayment {
  const { amount_cents: amount, dismissal_reason: reason, dismissed_at: at, dismisser: by } = row
  return {
    ...row,
    amount,
    is_returned_money: isReturnedMoney(row.payment_type),
    match: presentMatch(row, loans),
    ...presentUses(row, uses, loans),
    claim: presentClaim(row, uses.claims),
    owner: row.owner_id === null ? null : { id: row.owner_id, name: row.owner_name },
    dismissal: reason === null || at === null ? null : { reason, by, at },
  }
}

async function presentAll(db: Db | Trx, rows: readonly IncomingRow[]): Promise<IncomingPayment[]> {
  if (rows.length === 0) return []
  const uses = await readUses(db, rows)
  const matched = rows.map(({ matched_loan_id }) => matched_loan_id).filter((id) => id !== null)
  const paid = [...uses.payments.values()].flat().map(({ loan_id }) => loan_id)
  const loans = await readLoans(db, [...matched, ...paid])
  return rows.map((row) => presentIncoming(row, uses, loans))
}

const columns = { received_at: 'i.received_at', unapplied: 'i.unapplied_cents' } as const

function masked(payment: IncomingPayment): IncomingPayment {
  const { paying_account, rfc_curp_payer } = payment
  return {
    ...payment,
    paying_account: paying_account && maskedEnd(paying_account),
    rfc_curp_payer: rfc_curp_payer && maskedEnd(rfc_curp_payer),
  }
}

/** Lists incoming payments by page with masked payers, newest first by default, with at most nine queries for any page size. */
export async function listIncomingPayments(db: Db, input: IncomingPaymentsQuery) {
  const counts = await countIncoming(db, input)
  const { column, direction } = orderOf(input.ordering, ['received_at', 'unapplied'])
  const inOrder = <Row>(query: SelectQueryBuilder<IncomingTables, 'i', Row>, to: Direction) =>
    query.orderBy(columns[column], to).orderBy('i.id', to)
  const days = column === 'received_at' ? incomingDays(input) : undefined
  const rows = await readPart(db, { ...input, ...counts, direction, days }, (part) => {
    const ids = inOrder(matchingPayments(db, input).select('i.id'), part.direction)
    return incomingRows(db)
      .where('i.id', 'in', takePart(ids, part))
      .orderBy(columns[column], part.direction)
      .orderBy('i.id', part.direction)
      .execute()
  })
  return { ...counts, rows: (await presentAll(db, rows)).map(masked) }
}

/** Returns one incoming payment. Throws 404 `incoming_payment.not_found`. */
export async function getIncomingPayment(db: Db, id: number): Promise<IncomingPayment> {
  const [found] = await presentAll(db, await incomingRows(db).where('i.id', '=', id).execute())
  if (found === undefined) throw new AppError('incoming_payment.not_found', 404)
  return found
}
