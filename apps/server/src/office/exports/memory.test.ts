import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { createTestContext, type TestContext } from '../../../test/context.ts'
import { makeStaff, signIn } from '../../../test/factories.ts'
import { makeLoan } from '../../../test/loans.ts'
import { openList } from './queries/lists.ts'

const rows = 20_000
/** The limit, in MB, does not depend on the number of rows: some batches and the stream's buffers. */
const maxMegabytes = 24

let ctx: TestContext
let staff: Record<string, string>
let address: string
beforeAll(async () => {
  // The thousands of loans are copies in SQL, which have no schedule and no ledger entries.
  ctx = await createTestContext({ is_ledger_checked: false })
  staff = await signIn(ctx, await makeStaff(ctx))
  address = await ctx.app.listen({ port: 0, host: '127.0.0.1' })
  const { worker } = await makeLoan(ctx, { state: 'rejected' })
  await sql`insert into loan (user_id, type, state, amount_cents, interest_rate, term, installments, monthly_payment_cents,
      total_debt_cents, payment_deadline, requested_day, created_at, updated_at)
    select ${worker.id}::bigint, 'credit', (array['rejected', 'completed', 'declined'])[n % 3 + 1], n, 0.18, 12, 12, n, n + 100,
      '2027-01-01', '2026-11-20', now(), now() from generate_series(1, ${rows}::int) n`.execute(ctx.deps.db)
})

setFlagsFromString('--expose-gc')
const collectGarbage: () => void = runInNewContext('gc')

/** Memory in use after a garbage collection, in MB. */
function aliveMegabytes(): number {
  collectGarbage()
  const { heapUsed, external } = process.memoryUsage()
  return (heapUsed + external) / 1e6
}

/** The least memory in use over several collections: earlier tests leave objects that are freed late. */
async function settledMegabytes() {
  let least = aliveMegabytes()
  for (let round = 0; round < 5; round += 1) {
    await new Promise(setImmediate)
    least = Math.min(least, aliveMegabytes())
  }
  return least
}

const sampleBytes = 500_000

/** Reads a file to its end; returns its size in bytes, the highest memory use in MB and the number of samples. */
async function drain(file: AsyncIterable<Uint8Array | string>) {
  let bytes = 0
  let most = 0
  let looks = 0
  for await (const part of file) {
    if (Math.floor((bytes + part.length) / sampleBytes) > Math.floor(bytes / sampleBytes)) {
      most = Math.max(most, aliveMegabytes())
      looks += 1
    }
    bytes += part.length
  }
  return { bytes, most, looks }
}

type Format = 'csv' | 'xlsx'
type LoanFilters = { search: string } | { ordering: '-total_debt' }

/** A file as the server sends it, made by its thread. */
async function sent(format: Format, filters: LoanFilters) {
  const query = new URLSearchParams({ format, ...filters })
  const { body } = await fetch(`${address}${ctx.api}/loan/export?${query}`, { headers: staff })
  if (body === null) throw new Error('no body')
  return body
}

/** A file as the thread makes it, in this thread, whose memory can be measured. */
async function made(format: Format, filters: LoanFilters) {
  const caller = {
    user: { id: 1, user_type: 'U0', company_id: null },
    now: '2026-11-20T16:00:00Z',
    lender: '',
  } as const
  const { write } = await openList(ctx.deps.db, { list: 'loans', filters, caller })
  return write(format)
}

test.each([
  ['csv', 'sent', sent],
  ['xlsx', 'sent', sent],
  ['csv', 'made', made],
  ['xlsx', 'made', made],
] as const)(
  '%s that is %s: memory use does not grow with the number of rows',
  async (format, _, open) => {
    await drain(await open(format, { search: 'C-00001' }))
    const before = await settledMegabytes()
    const { bytes, most, looks } = await drain(await open(format, { ordering: '-total_debt' }))
    expect(bytes).toBeGreaterThan(1_000_000)
    expect(looks).toBeGreaterThan(1)
    expect(most - before).toBeLessThan(maxMegabytes)
  },
  300_000,
)
