import { maskedEnd } from '@quincena/domain/masking'
import type { StateCounts, TransferOrder } from '@quincena/domain/transfers/schema'
import { sql } from 'kysely'
import { AppError } from '../../../command/errors.ts'
import type { Db, Trx } from '../../../db/types.ts'
import { inOrderOf, type ListCount, orderingOf, orderOf } from '../../../http/pagination.ts'
import {
  isAmong,
  type Part,
  readIds,
  readPart,
  takePart,
} from '../../../platform/list-counts/queries/pages.ts'
import { presentTransfer } from '../presenters.ts'
import { findTransfers } from './found-transfers.ts'
import { countTransfers, transferDays } from './transfer-counts.ts'
import {
  type FilterFacts,
  matchingTransfers,
  type TransferFilters,
  type TransfersQuery,
} from './transfer-filters.ts'
import { columnOf, orderings, transferIds } from './transfer-order.ts'

/** Selects orders with what `presentTransfer` shows of their loan and person. */
function orderRows(db: Db | Trx) {
  return db
    .selectFrom('transfer as t')
    .leftJoin('loan', 'loan.id', 't.loan_id')
    .leftJoin('app_user as worker', 'worker.id', 't.worker_id')
    .leftJoin('incoming_payment as received', 'received.id', 't.incoming_payment_id')
    .selectAll('t')
    .select(['loan.type as loan_type', 'loan.folio as loan_folio'])
    .select(
      sql<string>`coalesce(worker.first_name || ' ' || worker.last_name, received.payer_name, t.beneficiary_name)`.as(
        'person',
      ),
    )
}

interface PageOfOrders {
  input: TransferFilters
  part: Part
  count: number
}

/** So many orders are sorted at once. */
const mostSorted = 20_000

const hasRange = ({ from, to, operation_date }: TransferFilters) =>
  (from ?? to ?? operation_date) !== undefined

/**
 * The same for a page. Orders of a range of operating days are read from the index of the days and then sorted: in the
 * order of their creation, PostgreSQL would pass over all orders of other days. The `offset` keeps it from that.
 */
function idsOfPage(db: Db, { input, part, count }: PageOfOrders) {
  const { column, direction } = orderOf(input.ordering, orderings)
  if (column !== 'created_at' || !hasRange(input) || count > mostSorted)
    return takePart(transferIds(db, input, {}), part)
  const ofDays = matchingTransfers(db, input, {}).select(['t.id', 't.created_at']).offset(sql.lit(0))
  const sorted = db
    .selectFrom(ofDays.as('t'))
    .select('t.id')
    .orderBy('t.created_at', direction)
    .orderBy('t.id', direction)
  return takePart(sorted, part)
}

/** Returns the orders of these ids, in the order of `ids`. `lender`: our name at STP. */
export async function transfersOf(db: Db | Trx, ids: readonly number[], lender: string) {
  if (ids.length === 0) return []
  const rows = await orderRows(db).where('t.id', 'in', ids).execute()
  return inOrderOf(ids, rows).map((row) => presentTransfer(row, lender))
}

function masked(order: TransferOrder): TransferOrder {
  return {
    ...order,
    beneficiary_account: maskedEnd(order.beneficiary_account),
    rfc_curp_beneficiary: maskedEnd(order.rfc_curp_beneficiary),
  }
}

interface ListedOrders extends ListCount {
  states?: StateCounts | undefined
  rows: TransferOrder[]
}

async function listFound(db: Db, input: TransfersQuery & FilterFacts, search: string): Promise<ListedOrders> {
  const { ids, ...counts } = await findTransfers(db, input, search)
  return { ...counts, rows: await transfersOf(db, ids, input.lender) }
}

async function listKept(db: Db, input: TransfersQuery & FilterFacts): Promise<ListedOrders> {
  const { states, count } = await countTransfers(db, input)
  const { column, direction } = orderOf(input.ordering, orderings)
  const days = transferDays(input, column)
  const found = await readPart(db, { ...input, count, direction, days }, async (part) => {
    const ordered = { ...input, ordering: orderingOf(column, part.direction) }
    const ids = await readIds(db, {
      ...{ part, ids: idsOfPage(db, { input: ordered, part, count }) },
      has_range: hasRange(input),
    })
    return orderRows(db)
      .where(isAmong('t.id', ids))
      .orderBy(columnOf[column], part.direction)
      .orderBy('t.id', part.direction)
      .execute()
  })
  return { count, states, rows: found.map((row) => presentTransfer(row, input.lender)) }
}

/**
 * Lists STP orders by page, newest first by default, with the number of orders of each outcome (`transferPage`). A search
 * has no such numbers: the field in which it looks depends on the chosen outcome. Of the workers' accounts and CURP only
 * the last four characters, but for the orders of one loan, whose page shows the whole ones too.
 */
export async function listTransfers(db: Db, input: TransfersQuery & FilterFacts) {
  const { rows, ...counts } = await (input.search ? listFound(db, input, input.search) : listKept(db, input))
  return { ...counts, rows: input.loan === undefined ? rows.map(masked) : rows }
}

/** Returns one order for staff. `lender`: our name at STP. Throws 404 `transfer.not_found`. */
export async function getTransfer(db: Db, id: number, lender: string) {
  const row = await orderRows(db).where('t.id', '=', id).executeTakeFirst()
  if (row === undefined) throw new AppError('transfer.not_found', 404)
  return presentTransfer(row, lender)
}
