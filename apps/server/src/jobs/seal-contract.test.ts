import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { PDFDocument } from 'pdf-lib'
import { beforeAll, expect, test } from 'vitest'
import { createTestContext, type TestContext } from '../../test/context.ts'
import { signIn } from '../../test/factories.ts'
import { makeLoan } from '../../test/loans.ts'
import { signatureUrl } from '../../test/png.ts'
import { showDraft } from '../demo/draft.ts'
import { loadSealer } from '../features/contracts/seal/certificate.ts'
import { verifySeal } from '../features/contracts/seal/verify.ts'
import { makeP12, openP12 } from '../lib/p12.ts'
import { sealContract } from './seal-contract.ts'

let ctx: TestContext
beforeAll(async () => {
  ctx = await createTestContext()
})

type Worker = Awaited<ReturnType<typeof makeLoan>>['worker']

async function accept(loan_id: number, contract_id: number) {
  await ctx.deps.db
    .insertInto('acceptance')
    .values({
      loan_id,
      contract_id,
      signature_png: Buffer.from(signatureUrl.split(',')[1] ?? '', 'base64'),
      strokes: JSON.stringify([
        {
          points: [
            { x: 1, y: 2 },
            { x: 3, y: 4 },
          ],
        },
      ]),
      latitude: 25.6866,
      longitude: -100.3161,
      accuracy: 12,
      ip: '189.203.10.4',
      user_agent: 'Mozilla/5.0 (Linux; Android 15)',
      session_id: null,
      accepted_at: '2026-11-20T16:00:00Z',
    })
    .execute()
  await ctx.deps.db.updateTable('loan').set({ state: 'disbursing' }).where('id', '=', loan_id).execute()
}

const contractOf = (loan_id: number) =>
  ctx.deps.db.selectFrom('contract').selectAll().where('loan_id', '=', loan_id).executeTakeFirstOrThrow()

/** A loan whose contract was shown and signed; the order itself has no part in the seal. */
async function signed(type: 'credit' | 'advance' = 'credit') {
  const { loan, worker } = await makeLoan(ctx, { type, state: 'approved', term: type === 'credit' ? 6 : 10 })
  const headers = await signIn(ctx, worker)
  const shown = await ctx.app.inject({ method: 'POST', url: `${ctx.api}/contract/${loan.id}`, headers })
  const { id } = await contractOf(loan.id)
  await accept(loan.id, id)
  return { loan, worker, headers, unsigned: shown.rawPayload }
}

async function documentsOf(loan_id: number, headers: Record<string, string>) {
  return (await ctx.app.inject({ url: `${ctx.api}/documents/?loan__id=${loan_id}`, headers })).json()
}

async function download(loan_id: number, headers: Record<string, string>): Promise<Buffer> {
  const { results } = await documentsOf(loan_id, headers)
  const { pathname, search } = new URL(results[0].file)
  return (await ctx.app.inject({ url: pathname + search })).rawPayload
}

test('the signed contract holds what was read and its evidence under the lender’s seal', async () => {
  const { loan, headers, unsigned } = await signed()
  await sealContract(ctx.deps, { loan_id: loan.id })
  const { count, results } = await documentsOf(loan.id, headers)
  expect(count).toBe(1)
  expect(results[0]).toMatchObject({
    kind: 'contract',
    filename: `Contrato_Credito_${loan.folio}`,
    loan: loan.id,
  })

  const file = await download(loan.id, headers)
  const { fingerprint } = await loadSealer(ctx.deps)
  expect(await verifySeal(file)).toEqual({
    state: 'intact',
    fingerprint,
    subject: ctx.deps.env.lender.name,
    sealed_at: '2026-11-20T16:00:00Z',
  })
  const [before, after] = [await PDFDocument.load(unsigned), await PDFDocument.load(file)]
  expect(after.getPageCount()).toBe(before.getPageCount() + 1)
  const row = await ctx.deps.db
    .selectFrom('acceptance')
    .selectAll()
    .where('loan_id', '=', loan.id)
    .executeTakeFirstOrThrow()
  expect(row).toMatchObject({
    signed_sha256: createHash('sha256').update(file).digest('hex'),
    sealed_at: '2026-11-20T16:00:00.000Z',
  })
})

test('it is made once, however often and together the job runs', async () => {
  const { loan, headers } = await signed('advance')
  await Promise.all([1, 2, 3].map(() => sealContract(ctx.deps, { loan_id: loan.id })))
  const first = await download(loan.id, headers)
  await sealContract(ctx.deps, { loan_id: loan.id })
  expect((await download(loan.id, headers)).equals(first)).toBe(true)
  expect((await documentsOf(loan.id, headers)).count).toBe(1)
})

test('a stored contract that is not the signed one is not sealed', async () => {
  const { loan, headers } = await signed()
  const { storage_key } = await contractOf(loan.id)
  await ctx.deps.storage.put(storage_key, Buffer.from('%PDF-1.7 another'), 'application/pdf')
  await expect(sealContract(ctx.deps, { loan_id: loan.id })).rejects.toThrow('is not the one that was signed')
  expect((await documentsOf(loan.id, headers)).count).toBe(0)
})

test('a loan that nobody signed has nothing to seal', async () => {
  const { loan } = await makeLoan(ctx, { state: 'approved' })
  await sealContract(ctx.deps, { loan_id: loan.id })
  expect(
    await ctx.deps.db.selectFrom('document').selectAll().where('loan_id', '=', loan.id).execute(),
  ).toEqual([])
})

function contextOf(worker: Worker) {
  const { id, user_type, company_id } = worker
  return { user: { id, user_type, company_id }, session_id: null, ip: null, user_agent: null }
}

test('a contract of the demo’s history gets its file when it is sealed', async () => {
  const { loan, worker } = await makeLoan(ctx, { state: 'approved' })
  const placeholder = await showDraft(ctx.deps, contextOf(worker), loan.id)
  await accept(loan.id, (await contractOf(loan.id)).id)
  await sealContract(ctx.deps, { loan_id: loan.id })
  const { sha256, storage_key, payload_sha256 } = await contractOf(loan.id)
  expect(sha256).not.toBe(placeholder)
  expect(payload_sha256).toBe(placeholder)
  expect(
    createHash('sha256')
      .update(await ctx.deps.storage.get(storage_key))
      .digest('hex'),
  ).toBe(sha256)
  expect((await verifySeal(await download(loan.id, await signIn(ctx, worker)))).state).toBe('intact')
})

test('a changed byte anywhere in what the seal covers is found, and so is anything appended', async () => {
  const { loan, headers, unsigned } = await signed()
  await sealContract(ctx.deps, { loan_id: loan.id })
  const file = await download(loan.id, headers)
  for (let at = 7; at < file.length; at += 4999) {
    const changed = Buffer.from(file)
    changed[at] = (changed[at] ?? 0) ^ 1
    expect({ at, ...(await verifySeal(changed)) }).toMatchObject({ at, state: 'altered' })
  }
  expect(await verifySeal(Buffer.concat([file, Buffer.from('\n%more\n')]))).toMatchObject({
    state: 'altered',
  })
  expect(await verifySeal(unsigned)).toEqual({ state: 'unsealed' })
})

test('a certificate of one’s own seals too', async () => {
  const made = await makeP12({
    name: 'Financiera Ñandú, S.A. de C.V.',
    purpose: 'seal',
    now: new Date('2026-11-20T16:00:00Z'),
  })
  const { certificates, fingerprint } = await openP12(made)
  expect(certificates).toHaveLength(1)
  expect(fingerprint).toMatch(/^[0-9a-f]{64}$/)
  await expect(openP12({ ...made, passphrase: 'wrong' })).rejects.toThrow()
})

const command = fileURLToPath(new URL('../commands/contract-verify.ts', import.meta.url))

function runVerify(args: string[]): Promise<{ code: number; output: string }> {
  const { env } = ctx.deps
  const variables = { DATABASE_URL: env.database_url ?? '', DATA_DIR: env.data_dir, DEMO: '1' }
  return new Promise((done) => {
    execFile(process.execPath, [command, ...args], { env: variables }, (error, stdout, stderr) =>
      done({ code: typeof error?.code === 'number' ? error.code : 0, output: stdout + stderr }),
    )
  })
}

test('contract:verify tells intact, altered and unsealed', async () => {
  const { loan, headers, unsigned } = await signed()
  await sealContract(ctx.deps, { loan_id: loan.id })
  const file = await download(loan.id, headers)
  const altered = Buffer.from(file)
  altered[2000] = (altered[2000] ?? 0) ^ 1
  const folder = mkdtempSync(join(tmpdir(), 'quincena-verify-'))
  const check = (name: string, bytes: Buffer) => {
    writeFileSync(join(folder, name), bytes)
    return runVerify([join(folder, name)])
  }
  const intact = await check('intact.pdf', file)
  expect(intact.code).toBe(0)
  expect(intact.output).toContain(`the contract of ${loan.folio}`)
  expect(await check('altered.pdf', altered)).toMatchObject({
    code: 1,
    output: expect.stringMatching(/^altered/),
  })
  expect(await check('unsealed.pdf', unsigned)).toMatchObject({
    code: 1,
    output: expect.stringMatching(/^unsealed/),
  })
  expect(await runVerify([])).toMatchObject({ code: 2 })
  rmSync(folder, { recursive: true })
})
