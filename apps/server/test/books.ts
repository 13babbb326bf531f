import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect } from 'vitest'
import type { TestContext } from './context.ts'
import type { Life } from './lives.ts'
import type { OrderAtStp } from './simulator-process.ts'

const root = fileURLToPath(new URL('../../../', import.meta.url))

/** Runs `npm run ledger:verify` on the context's database. */
export function runLedgerVerify(ctx: TestContext): Promise<{ code: number; output: string }> {
  const variables = [`DATABASE_URL=${ctx.deps.env.database_url}`]
  const command = ['npm', 'run', '--silent', 'ledger:verify']
  return new Promise((resolve) => {
    execFile('env', [...variables, ...command], { cwd: root }, (error, output) => {
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, output })
    })
  })
}

function countBy<T>(rows: T[], nameOf: (row: T) => string): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const row of rows) counts[nameOf(row)] = (counts[nameOf(row)] ?? 0) + 1
  return counts
}

/** Lists the loans whose payout is not settled or whose contract is not sealed yet. */
export async function findUnfinished(ctx: TestContext): Promise<string[]> {
  const rows = await ctx.deps.db
    .selectFrom('loan')
    .leftJoin('transfer', 'transfer.loan_id', 'loan.id')
    .leftJoin('signed_contract', 'signed_contract.loan_id', 'loan.id')
    .select([
      'loan.id',
      'loan.state',
      'transfer.status',
      'transfer.state as stp_state',
      'signed_contract.sealed_at',
    ])
    .execute()
  const open = rows.filter(({ stp_state, sealed_at }) => stp_state !== 'LQ' || sealed_at === null)
  return open.map(
    ({ id, state, status, stp_state, sealed_at }) =>
      `loan ${id} ${state}: order ${status} ${stp_state}, ${sealed_at === null ? 'not sealed' : 'sealed'}`,
  )
}

/** Expects of each loan one settled order here and at STP, booked once, payments booked once and a sealed contract. */
export async function expectPaidOnceEach(
  ctx: TestContext,
  { lives, orders, payments }: { lives: Life[]; orders: OrderAtStp[]; payments: number },
) {
  const { db } = ctx.deps
  const once = Object.fromEntries(lives.map(({ loan_id }) => [loan_id, 1]))
  const expected = lives.map(({ account, tracking_key, amount }) => `${account} ${tracking_key} ${amount} LQ`)
  const actual = orders.map((at) => `${at.cuentaBeneficiario} ${at.claveRastreo} ${at.monto} ${at.estado}`)
  expect(actual.toSorted()).toEqual(expected.toSorted())

  const transfers = await db.selectFrom('transfer').selectAll().execute()
  expect(countBy(transfers, ({ loan_id }) => String(loan_id))).toEqual(once)
  for (const transfer of transfers) expect(transfer).toMatchObject({ status: 'sent', state: 'LQ' })

  const entries = await db.selectFrom('ledger_entry').selectAll().execute()
  for (const kind of ['payout_principal', 'settlement'] as const) {
    const booked = entries.filter((entry) => entry.kind === kind)
    expect(countBy(booked, ({ loan_id }) => String(loan_id))).toEqual(once)
  }
  const paid = await db.selectFrom('payment').selectAll().execute()
  const each = payments === 0 ? {} : Object.fromEntries(lives.map(({ loan_id }) => [loan_id, payments]))
  expect(countBy(paid, ({ loan_id }) => String(loan_id))).toEqual(each)
  const contracts = await db.selectFrom('document').selectAll().where('kind', '=', 'contract').execute()
  expect(countBy(contracts, ({ loan_id }) => String(loan_id))).toEqual(once)
  const { code, output } = await runLedgerVerify(ctx)
  expect(code, output).toBe(0)
  expect(output).toContain('The ledger is balanced.')
}
