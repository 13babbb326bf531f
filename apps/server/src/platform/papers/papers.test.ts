import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestContext, type TestContext } from '../../../test/context.ts'
import { makeStaff, signIn } from '../../../test/factories.ts'
import { makeActiveLoan } from '../../../test/loans.ts'
import { asAdmin, registerPayment } from '../../../test/payments.ts'
import { pdfText } from '../../../test/pdf-text.ts'
import { renderPdf } from '../../pdf/render.ts'
import { purgeKeptPdfs, TEMPLATE_VERSION } from './commands.ts'

let ctx: TestContext
let admin: Awaited<ReturnType<typeof makeStaff>>
beforeAll(async () => {
  ctx = await createTestContext()
  admin = await makeStaff(ctx, 'U0')
})
beforeEach(() => ctx.setNow('2026-11-20T16:00:00Z'))

async function download(path: string): Promise<Buffer> {
  const headers = await signIn(ctx, admin)
  const answer = await ctx.app.inject({ method: 'GET', url: `${ctx.api}${path}`, headers })
  expect(answer.statusCode).toBe(200)
  return answer.rawPayload
}

const keptPdfs = () => ctx.deps.db.selectFrom('kept_pdf').selectAll().orderBy('rendered_at').execute()
const keyOf = (data_sha256: string | undefined) => `papers/${data_sha256}.pdf`

async function makeStatement() {
  await ctx.deps.db.deleteFrom('kept_pdf').execute()
  const { loan } = await makeActiveLoan(ctx, {})
  return { loan, read: () => download(`/loan/${loan.id}/statement`) }
}

test('gives the same statement again on the same day, and a new one after a payment or on another day', async () => {
  const { loan, read } = await makeStatement()
  const first = await read()
  ctx.setNow('2026-11-20T18:30:00Z')
  expect((await read()).equals(first)).toBe(true)
  const paid = await registerPayment(ctx, asAdmin(admin), { loan, amount: 10_000, channel: 'transfer' })
  const second = await read()
  expect(second.equals(first)).toBe(false)
  ctx.setNow('2026-11-21T18:30:00Z')
  expect(await pdfText(await read())).toContain('Saldo al 21/11/2026 - 12:30')
  expect(await keptPdfs()).toHaveLength(3)
  const receipt = await download(`/loan/payment/${paid}/receipt`)
  expect((await download(`/loan/payment/${paid}/receipt`)).equals(receipt)).toBe(true)
  expect(await keptPdfs()).toHaveLength(4)
})

test('does not render what is kept: a marked file is given as it is', async () => {
  const { read } = await makeStatement()
  await read()
  const [kept] = await keptPdfs()
  await ctx.deps.storage.put(keyOf(kept?.data_sha256), Buffer.from('%PDF kept'), 'application/pdf')
  expect((await read()).toString()).toBe('%PDF kept')
})

test('renders again what the storage lost, and without a storage', async () => {
  const { read } = await makeStatement()
  const first = await read()
  const [kept] = await keptPdfs()
  await ctx.deps.storage.remove(keyOf(kept?.data_sha256))
  expect((await read()).equals(first)).toBe(true)
  const { get, put } = ctx.deps.storage
  const refuse = () => Promise.reject(new Error('the storage is gone'))
  Object.assign(ctx.deps.storage, { get: refuse, put: refuse })
  try {
    expect((await read()).equals(first)).toBe(true)
  } finally {
    Object.assign(ctx.deps.storage, { get, put })
  }
})

test('deletes rows and files after 7 days, and keeps younger ones', async () => {
  const { read } = await makeStatement()
  await read()
  ctx.setNow('2026-11-21T16:00:00Z')
  await read()
  const [old, young] = await keptPdfs()
  ctx.setNow('2026-11-27T16:00:01Z')
  await purgeKeptPdfs(ctx.deps)
  expect(await keptPdfs()).toEqual([young])
  await expect(ctx.deps.storage.get(keyOf(old?.data_sha256))).rejects.toThrow()
  expect((await ctx.deps.storage.get(keyOf(young?.data_sha256))).length).toBeGreaterThan(1000)
})

test('the templates are those of this version: raise TEMPLATE_VERSION when their bytes change', async () => {
  const hash = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex').slice(0, 16)
  const sample = JSON.parse(
    readFileSync(join(import.meta.dirname, '../../../test/sample-papers.json'), 'utf8'),
  )
  const kinds = ['statement', 'receipt', 'payout_receipt', 'period_statement'] as const
  const letters = ['no_debt_letter', 'interest_certificate'] as const
  const papers = await Promise.all(
    [...kinds, ...letters].map((kind) =>
      renderPdf({ kind, data: sample[kind], brand: undefined }, 'background'),
    ),
  )
  expect([TEMPLATE_VERSION, ...papers.map(hash)]).toEqual([
    ...[2, '988b8d923b5056ff', '431fc95c1ec4d85b', '331c0452223c000b'],
    ...['0b10adaaf61007c6', '8ee15cab94802db2', 'a02f1a64b49d2587'],
  ])
})
