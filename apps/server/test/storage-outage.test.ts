import { rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestContext, type TestContext } from './context.ts'
import { acceptByHttp, offerByHttp } from './payout-by-http.ts'
import { type ServerProcess, startServerProcess } from './server-process.ts'

const patience = { timeout: 120_000, interval: 50 }

let ctx: TestContext
let server: ServerProcess

beforeAll(async () => {
  ctx = await createTestContext()
  server = await startServerProcess(ctx)
})

afterAll(() => server.kill())

async function readiness() {
  const answer = await fetch(new URL('/readyz', server.api))
  await answer.body?.cancel()
  return answer.status
}

async function sealJobs() {
  const { rows } = await sql<{ state: string }>`
    select state from pgboss.job where name = 'seal-contract' order by created_on`.execute(ctx.deps.db)
  return rows
}

const contractOf = (loan_id: number) =>
  ctx.deps.db.selectFrom('document').select(['storage_key', 'kind']).where('loan_id', '=', loan_id).execute()

test('while the file storage fails, loans are paid out; contracts are sealed after it recovers', {
  timeout: 600_000,
}, async () => {
  const offer = await offerByHttp(ctx, server)
  const unread = await offerByHttp(ctx, server)
  const folder = join(ctx.deps.env.data_dir, 'files')
  const away = `${folder}.away`
  await rename(folder, away)
  // A file takes the folder's place: changed permissions would not stop root from writing.
  await writeFile(folder, '')

  // The database alone decides: most calls work without files.
  expect(await readiness()).toBe(200)
  expect(await acceptByHttp(server, offer)).toMatchObject({ status: 200, body: { contract: null } })
  await expect.poll(async () => (await sealJobs())[0]?.state, patience).toBe('retry')
  expect(await contractOf(offer.loan_id)).toEqual([])
  const shown = await fetch(`${server.api}/contract/${unread.loan_id}`, {
    method: 'POST',
    headers: unread.headers,
  })
  expect(shown.status).toBe(503)

  await rm(folder)
  await rename(away, folder)
  await expect.poll(async () => (await contractOf(offer.loan_id)).length, patience).toBe(1)
  await expect.poll(async () => (await sealJobs())[0]?.state, patience).toBe('completed')
  const again = await fetch(`${server.api}/contract/${unread.loan_id}`, {
    method: 'POST',
    headers: unread.headers,
  })
  expect(again.status).toBe(200)
  expect(
    Buffer.from(await again.arrayBuffer())
      .subarray(0, 5)
      .toString(),
  ).toBe('%PDF-')
  expect(await acceptByHttp(server, unread)).toMatchObject({ status: 200 })
  expect(server.runs(), server.output()).toBe(true)
})
