import { isNightlyPause } from '@quincena/domain/mexico/operating-day'
import { sql } from 'kysely'
import { isoOf } from '../../../command/clock.ts'
import type { Trx } from '../../../db/types.ts'
import type { Deps } from '../../../deps.ts'
import type { StpOrder } from '../../../integrations/stp/wire.ts'
import { findListed } from '../../stp-lists/queries/listed-orders.ts'
import { queryDays } from '../../transfers/commands/query-days.ts'
import { isOurOrder, queryTransfer, wasNotSent } from '../../transfers/commands/query-transfer.ts'
import { lockWorker } from '../../transfers/queries/lock-worker.ts'
import type { TransferRow } from '../../transfers/rules.ts'
import { lockVerification, type VerificationRow } from '../queries/find-verification.ts'
import { orderWaiting } from './ensure-verification.ts'
import { failVerification, type Holder, storeHolder } from './store-result.ts'

const rowsPerSweep = 50
/** A claimed verification is looked at again after this time, also if the process ends meanwhile. */
const claimSeconds = 30
/** Pause after which STP is asked again if the hour's queries are used up. */
const budgetSeconds = 60
/** Answers without a name after the settlement, over about nine minutes, until the verification fails. */
const maxReads = 8

/** Claims the verifications that are due, so that no other process looks at them. */
async function claimDue(deps: Deps): Promise<VerificationRow[]> {
  const now = deps.clock()
  const due = deps.db
    .selectFrom('account_verification')
    .select('id')
    .where('state', '=', 'pending')
    .where('next_at', '<=', isoOf(now))
    .orderBy('next_at')
    .limit(rowsPerSweep)
    .forUpdate()
    .skipLocked()
  return deps.db
    .updateTable('account_verification')
    .set({ next_at: isoOf(now.add({ seconds: claimSeconds })) })
    .where('id', 'in', due)
    .returningAll()
    .execute()
}

/** A verification whose order STP has. */
interface Reading {
  row: VerificationRow
  transfer: TransferRow
}

/** Locks a verification that still waits for this order's holder; undefined if it does not. */
async function lockReading(trx: Trx, { row, transfer }: Reading): Promise<VerificationRow | undefined> {
  await lockWorker(trx, row.user_id)
  const locked = await lockVerification(trx, row)
  return locked?.state === 'pending' && locked.transfer_id === transfer.id ? locked : undefined
}

/** Looks again after a pause that doubles with every answer, at most half an hour; fails after `maxReads` of a settled order. */
async function scheduleNext(deps: Deps, reading: Reading): Promise<void> {
  await deps.db.transaction().execute(async (trx) => {
    const row = await lockReading(trx, reading)
    if (row === undefined) return
    const transfers = trx.selectFrom('transfer').select('state').where('id', '=', reading.transfer.id)
    const { state } = await transfers.executeTakeFirstOrThrow()
    const reads = row.reads + 1
    if (state === 'LQ' && reads >= maxReads) return failVerification(deps, trx, { row, failure: 'no_name' })
    const seconds = Math.min(1800, 4 * 2 ** Math.min(row.reads, 10))
    const next_at = isoOf(deps.clock().add({ seconds }))
    await trx.updateTable('account_verification').set({ reads, next_at }).where('id', '=', row.id).execute()
  })
}

async function pauseReading(deps: Deps, { row }: Reading) {
  const next_at = isoOf(deps.clock().add({ seconds: budgetSeconds }))
  const waiting = deps.db.updateTable('account_verification').set({ next_at }).where('id', '=', row.id)
  await waiting.where('state', '=', 'pending').execute()
}

/** The holder of a settled order; null if it is not settled, is not ours or has neither name nor RFC yet. */
function holderOf(transfer: TransferRow, order: StpOrder): Holder | null {
  // Lists that an older version stored lack both fields.
  const holder = { name: order.cep_name ?? null, rfc: order.cep_rfc ?? null }
  const isNamed = holder.name !== null || holder.rfc !== null
  return order.state === 'LQ' && isNamed && isOurOrder(transfer, order) ? holder : null
}

async function keepHolder(deps: Deps, reading: Reading, holder: Holder): Promise<void> {
  await deps.db.transaction().execute(async (trx) => {
    const row = await lockReading(trx, reading)
    if (row !== undefined) await storeHolder(deps, trx, { row, holder })
  })
}

/** The holder as the list of the day names them, which costs no query. */
async function findInList(deps: Deps, { transfer }: Reading): Promise<Holder | null> {
  const list = { operation_date: transfer.operation_date, order_type: 'E' as const }
  const [order] = await findListed(deps.db, list, { tracking_keys: [transfer.tracking_key] })
  return order === undefined ? null : holderOf(transfer, order)
}

/** Reads the holder from the stored list, else by a query, and stores the result. */
async function readHolder(deps: Deps, reading: Reading, isListed: boolean): Promise<void> {
  const { transfer } = reading
  const listed = await findInList(deps, reading)
  if (listed !== null) return keepHolder(deps, reading, listed)
  if (isListed) return scheduleNext(deps, reading)
  const result = await queryTransfer(deps, transfer.id, 'verification')
  if (result === null || wasNotSent(result)) return pauseReading(deps, reading)
  const holder = result.outcome === 'found' ? holderOf(transfer, result.order) : null
  return holder === null ? scheduleNext(deps, reading) : keepHolder(deps, reading, holder)
}

async function readAll(deps: Deps, rows: readonly VerificationRow[]): Promise<Reading[]> {
  const ids = rows.map(({ transfer_id }) => transfer_id).filter((id) => id !== null)
  if (ids.length === 0) return []
  const transfers = await deps.db
    .selectFrom('transfer')
    .selectAll()
    .where('id', 'in', ids)
    .where('status', '=', 'sent')
    .where(sql<boolean>`coalesce(state, 'LQ') = 'LQ'`)
    .execute()
  return transfers.flatMap((transfer) =>
    rows.filter(({ transfer_id }) => transfer_id === transfer.id).map((row) => ({ row, transfer })),
  )
}

/**
 * Continues the verifications that are due: makes orders that had to wait, and reads who holds the account once STP has
 * the order. Many at once are read by the list of the day, which takes one query for a thousand orders. Also books an
 * order whose callback was lost. Does nothing in STP's nightly pause.
 */
export async function readHolders(deps: Deps): Promise<void> {
  if (isNightlyPause(await deps.stp.hours.at(deps.clock()))) return
  const rows = await claimDue(deps)
  if (rows.length === 0) return
  const logFailure = (row: VerificationRow) => (error: unknown) => {
    deps.log.error(
      { err: error, verification_id: row.id },
      'sweep: verification failed, retried by a later sweep',
    )
  }
  for (const row of rows.filter(({ transfer_id }) => transfer_id === null))
    await orderWaiting(deps, row).catch(logFailure(row))
  const readings = await readAll(deps, rows)
  const waiting = readings.map(({ transfer }) => ({ ...transfer, need: 'verification' }))
  const listed = await queryDays(deps, waiting).catch((error: unknown) => {
    deps.log.error({ err: error }, 'sweep: reading the day lists failed')
    return new Set<number>()
  })
  for (const reading of readings)
    await readHolder(deps, reading, listed.has(reading.transfer.id)).catch(logFailure(reading.row))
}
