import { messageOf } from '@quincena/domain/messages'
import { stpOutcome, stpReturnCause } from '@quincena/domain/mexico/stp-states'
import type { StpMessage, stpMessageQuery, TransferDetail } from '@quincena/domain/transfers/detail'
import { resolutionBlocker } from '@quincena/domain/transfers/rules'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { Db, Deps } from '../../../command/deps.ts'
import { windowOf } from '../../../http/pagination.ts'
import { reviewFacts } from '../../../treasury/transfers/commands/book-transfer.ts'
import { presentBrief } from '../../../treasury/transfers/presenters.ts'
import { isInReview, type TransferRow } from '../../../treasury/transfers/rules.ts'
import { auditedEntries, orderEvents } from '../../../treasury/transfers/queries/history.ts'
import { findTransfer, getTransfer } from '../../../treasury/transfers/queries/transfers.ts'

async function attemptsOf(db: Db, loan_id: number): Promise<TransferDetail['attempts']> {
  const rows = await db
    .selectFrom('transfer')
    .selectAll()
    .where('loan_id', '=', loan_id)
    .orderBy('attempt')
    .limit(100)
    .execute()
  return rows.map((row) => {
    const { id, tracking_key, order_state, state, created_at } = presentBrief(row)
    const needs_review = isInReview(row)
    return { id, attempt: row.attempt, tracking_key, order_state, state, needs_review, created_at }
  })
}

/** Returns, for each way to resolve the order, the Spanish reason why it is not possible; null where it is possible. */
async function closedWaysOf(db: Db, row: TransferRow) {
  const order = await reviewFacts(db, row)
  const textOf = (outcome: Parameters<typeof resolutionBlocker>[0]) => {
    const code = resolutionBlocker(outcome, order)
    return code === null ? null : messageOf(code)
  }
  return { settled: textOf('settled'), returned: textOf('returned'), not_sent: textOf('not_sent') }
}

/** Returns one order with its history and all attempts of its loan. Throws 404 `transfer.not_found`. */
export async function getTransferDetail(deps: Deps, id: number): Promise<TransferDetail> {
  const row = await findTransfer(deps.db, id)
  const [order, entries, attempts, closed_ways] = await Promise.all([
    getTransfer(deps, id),
    auditedEntries(deps.db, id),
    attemptsOf(deps.db, row.loan_id),
    closedWaysOf(deps.db, row),
  ])
  return { ...order, events: orderEvents(row, entries), attempts, closed_ways }
}

/** Lists STP's callbacks about an order by page, newest first. Throws 404 `transfer.not_found`. */
export async function listMessages(
  deps: Deps,
  transfer_id: number,
  asked: z.output<typeof stpMessageQuery>,
): Promise<{ count: number; rows: StpMessage[] }> {
  await findTransfer(deps.db, transfer_id)
  const { limit, offset } = windowOf(asked)
  const told = deps.db.selectFrom('stp_message').where('transfer_id', '=', transfer_id)
  const { count } = await told.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow()
  const rows = await told
    .select(['id', 'received_at', 'outcome'])
    .select([
      sql<string | null>`body ->> 'estado'`.as('stated'),
      sql<string | null>`body ->> 'causaDevolucion'`.as('cause'),
      sql<string | null>`host(ip)`.as('ip'),
    ])
    .orderBy('received_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()
  const read = rows.map(({ cause, ...row }) => ({
    ...row,
    state: row.stated === null ? null : stpOutcome(row.stated),
    return_cause: stpReturnCause(cause),
  }))
  return { count, rows: read }
}
