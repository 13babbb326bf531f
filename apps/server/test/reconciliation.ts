import type { DifferenceKind } from '@quincena/domain/reconciliation/compare'
import { sql } from 'kysely'
import type { TestContext } from './context.ts'
import { lastOrder, makeActiveLoan, sendState } from './loans.ts'

type Headers = Record<string, string>

/**
 * Returns a function that starts the next bank day, the first on 2026-11-23, at 10:00 in Mexico City, without faults and
 * earlier queries; it returns the day. So each test of a file has a day of its own.
 */
export function createBankDays() {
  let next = Temporal.PlainDate.from('2026-11-23')
  return async (ctx: TestContext): Promise<string> => {
    const day = next.toString()
    next = next.add({ days: next.dayOfWeek === 5 ? 3 : 1 })
    ctx.setNow(`${day}T16:00:00Z`)
    ctx.simulator.faults.clear()
    await ctx.deps.db.deleteFrom('stp_query').execute()
    return day
  }
}

/** Reconciles a day as staff do: the API call, then its job. */
export async function runDay(ctx: TestContext, day: string, headers: Headers) {
  const answer = await ctx.app.inject({
    method: 'POST',
    url: `${ctx.api}/stp/reconciliation/${day}/run`,
    headers,
  })
  if (answer.statusCode !== 202) throw new Error(answer.body)
  await ctx.drain(['reconcile-day'])
  return readDay(ctx, day, headers)
}

/** Reads the reconciliation of a day with at most 200 differences. Throws unless the answer is 200. */
export async function readDay(ctx: TestContext, day: string, headers: Headers) {
  const answer = await ctx.app.inject({
    url: `${ctx.api}/stp/reconciliation/${day}?page_size=200`,
    headers,
  })
  if (answer.statusCode !== 200) throw new Error(answer.body)
  return answer.json()
}

interface RunResult {
  kind: DifferenceKind
  tracking_key: string
  closed_at: string | null
}

/** The open differences of a day, as «kind key». */
export function openOn(day: { differences: { results: RunResult[] } }): string[] {
  return day.differences.results
    .filter(({ closed_at }) => closed_at === null)
    .map(({ kind, tracking_key }) => `${kind} ${tracking_key}`)
    .sort()
}

/** Makes an active loan whose order is settled at STP and in our records. */
export async function makeSettled(ctx: TestContext) {
  const made = await makeActiveLoan(ctx)
  ctx.simulator.act(made.order.tracking_key, 'settle')
  await sendState(ctx, made.order, { estado: 'LQ' })
  return { ...made, order: await lastOrder(ctx, made.loan.id) }
}

interface Row {
  idEF?: number
  fechaOperacion?: number
  estado?: string
  urlCEP?: string | null
  cuerpo?: Record<string, string>
}

/** Changes an order at STP; with `idEF: undefined` adds a changed copy instead. */
export async function changeAtStp(ctx: TestContext, tracking_key: string, changes: Row) {
  const order = ctx.simulator.orders().find(({ cuerpo }) => cuerpo.claveRastreo === tracking_key)
  if (order === undefined) throw new Error(`STP has no ${tracking_key}`)
  const cuerpo = { ...order.cuerpo, ...changes.cuerpo }
  const response = await fetch(`${ctx.simulator.url}/admin/orders`, {
    method: 'POST',
    body: JSON.stringify({ orders: [{ ...order, ...changes, cuerpo }] }),
  })
  if (!response.ok) throw new Error(await response.text())
}

/** Corrupts the ledger by SQL (no command can), runs `work`, and restores the ledger. */
export async function withLedger(ctx: TestContext, change: string, work: () => Promise<void>) {
  const db = ctx.superuser
  const trigger = (state: string) =>
    sql.raw(`alter table ledger_entry ${state} trigger ledger_append_only`).execute(db)
  await sql`create table ledger_before as table ledger_entry`.execute(db)
  await trigger('disable')
  try {
    await sql.raw(change).execute(db)
    await work()
  } finally {
    await sql`delete from ledger_entry`.execute(db)
    await sql`insert into ledger_entry overriding system value select * from ledger_before`.execute(db)
    await trigger('enable')
    await sql`drop table ledger_before`.execute(db)
  }
}
