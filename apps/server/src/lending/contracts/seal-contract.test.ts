import { createHash } from 'node:crypto'
import { PDFDocument } from '@cantoo/pdf-lib'
import type { Insertable } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { createTestContext, type TestContext } from '../../../test/context.ts'
import { signIn } from '../../../test/factories.ts'
import { makeLoan } from '../../../test/loans.ts'
import { pdfText } from '../../../test/pdf-text.ts'
import {
  contractOf,
  documentsOf,
  download,
  recordAcceptance,
  signContract,
  signedContractOf,
} from '../../../test/signed-contract.ts'
import type { SigningTables } from '../../db/signing-types.ts'
import { showDraft } from '../../demo/draft.ts'
import { sealContract } from './commands/seal-contract.ts'
import { loadSealer } from './seal/sealer.ts'
import { verifySeal } from './seal/verify.ts'

let ctx: TestContext
beforeAll(async () => {
  ctx = await createTestContext()
})

const acceptance = (loan_id: number, contract_id: number) => recordAcceptance(ctx, { loan_id, contract_id })

async function fileOf(loan_id: number, headers: Record<string, string>): Promise<Buffer> {
  return (await download(ctx, { loan_id, headers })).rawPayload
}

test('waits for a valid certificate, and seals with it', async () => {
  const { loan } = await signContract(ctx)
  await loadSealer(ctx.deps)
  const { now } = ctx.clock
  const sealedAt = async () => (await signedContractOf(ctx, loan.id)).sealed_at
  Object.assign(ctx.deps.env, { contract_p12: 'lender.p12' })
  ctx.setNow('2037-01-01T16:00:00Z')
  await expect(sealContract(ctx.deps, { loan_id: loan.id })).rejects.toMatchObject({
    code: 'contract.seal_not_valid',
  })
  expect(await sealedAt()).toBeNull()
  ctx.setNow(now.toString())
  await sealContract(ctx.deps, { loan_id: loan.id })
  expect(await sealedAt()).not.toBeNull()
  Object.assign(ctx.deps.env, { contract_p12: undefined })
})

test('stores the shown contract and its evidence under the lender’s seal', async () => {
  const { loan, headers, unsigned } = await signContract(ctx)
  await sealContract(ctx.deps, { loan_id: loan.id })
  const { count, results } = await documentsOf(ctx, { loan_id: loan.id, headers })
  expect(count).toBe(1)
  expect(results[0]).toMatchObject({
    kind: 'contract',
    filename: `Contrato_Credito_${loan.folio}`,
    loan: loan.id,
  })

  const file = await fileOf(loan.id, headers)
  const { fingerprint } = await loadSealer(ctx.deps)
  expect(await verifySeal(file)).toEqual({
    state: 'intact',
    fingerprint,
    subject: ctx.deps.brand.current().lender.name,
    issuer: ctx.deps.brand.current().lender.name,
    sealed_at: '2026-11-20T16:00:00Z',
    valid_from: '2026-11-19T16:00:00.000Z',
    valid_until: expect.stringMatching(/^2036-/),
  })
  const [before, after] = [await PDFDocument.load(unsigned), await PDFDocument.load(file)]
  expect(after.getPageCount()).toBe(before.getPageCount() + 2)
  const row = await ctx.deps.db
    .selectFrom('signed_contract')
    .selectAll()
    .where('loan_id', '=', loan.id)
    .executeTakeFirstOrThrow()
  expect(row).toMatchObject({
    signed_sha256: createHash('sha256').update(file).digest('hex'),
    sealed_at: '2026-11-20T16:00:00.000Z',
  })
})

test('creates the file once when the job runs repeatedly and in parallel', async () => {
  const { loan, headers, unsigned } = await signContract(ctx, 'advance')
  await Promise.all([1, 2, 3].map(() => sealContract(ctx.deps, { loan_id: loan.id })))
  const first = await fileOf(loan.id, headers)
  await sealContract(ctx.deps, { loan_id: loan.id })
  expect((await fileOf(loan.id, headers)).equals(first)).toBe(true)
  const [before, after] = [await PDFDocument.load(unsigned), await PDFDocument.load(first)]
  expect(after.getPageCount()).toBe(before.getPageCount() + 2) // an advance has one more legal text
  expect((await documentsOf(ctx, { loan_id: loan.id, headers })).count).toBe(1)
})

test('does not seal a stored contract that differs from the signed one', async () => {
  const { loan, headers } = await signContract(ctx)
  const { storage_key } = await contractOf(ctx, loan.id)
  await ctx.deps.storage.put(storage_key, Buffer.from('%PDF-1.7 another'), 'application/pdf')
  await expect(sealContract(ctx.deps, { loan_id: loan.id })).rejects.toThrow('is not the one that was signed')
  expect((await documentsOf(ctx, { loan_id: loan.id, headers })).count).toBe(0)
})

test('does nothing for a loan without a signature', async () => {
  const { loan } = await makeLoan(ctx, { state: 'approved' })
  await sealContract(ctx.deps, { loan_id: loan.id })
  expect(
    await ctx.deps.db.selectFrom('document').selectAll().where('loan_id', '=', loan.id).execute(),
  ).toEqual([])
})

function contextOf(worker: Awaited<ReturnType<typeof makeLoan>>['worker']) {
  const { id, user_type, company_id } = worker
  return { user: { id, user_type, company_id }, session_id: null, ip: null, user_agent: null }
}

test('creates the file of a contract of the demo’s history when it is sealed', async () => {
  const { loan, worker } = await makeLoan(ctx, { state: 'approved' })
  const placeholder = await showDraft(ctx.deps, contextOf(worker), loan.id)
  await acceptance(loan.id, (await contractOf(ctx, loan.id)).id)
  await sealContract(ctx.deps, { loan_id: loan.id })
  const { sha256, storage_key, payload_sha256 } = await contractOf(ctx, loan.id)
  expect(sha256).not.toBe(placeholder)
  expect(payload_sha256).toBe(placeholder)
  expect(
    createHash('sha256')
      .update(await ctx.deps.storage.get(storage_key))
      .digest('hex'),
  ).toBe(sha256)
  expect((await verifySeal(await fileOf(loan.id, await signIn(ctx, worker)))).state).toBe('intact')
})

/** Adds a second signature of a loan's contract, from another device or typed; it counts from now on. */
async function signAgain(loan_id: number, changes: Partial<Insertable<SigningTables['acceptance']>>) {
  const { db } = ctx.deps
  const first = db.selectFrom('acceptance').selectAll().where('loan_id', '=', loan_id)
  const { id: _, strokes, ...evidence } = await first.executeTakeFirstOrThrow()
  const { id: acceptance_id } = await db
    .insertInto('acceptance')
    .values({ ...evidence, strokes: strokes === null ? null : JSON.stringify(strokes), ...changes })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db.updateTable('signed_contract').set({ acceptance_id }).where('loan_id', '=', loan_id).execute()
}

test('shortens a long device name so that all evidence stays on its pages', async () => {
  const { loan, headers, unsigned } = await signContract(ctx)
  await signAgain(loan.id, { user_agent: 'Mozilla/5.0 (Linux; Android 15; SM-S931B) '.repeat(150) })
  await sealContract(ctx.deps, { loan_id: loan.id })
  const [before, after] = [
    await PDFDocument.load(unsigned),
    await PDFDocument.load(await fileOf(loan.id, headers)),
  ]
  expect(after.getPageCount()).toBe(before.getPageCount() + 2)
})

test('the evidence of a typed signature says that the client typed and confirmed the name', async () => {
  const { loan, headers } = await signContract(ctx)
  await signAgain(loan.id, { typed_name: 'Ana Ramirez', strokes: null })
  await sealContract(ctx.deps, { loan_id: loan.id })
  const page = await pdfText(await fileOf(loan.id, headers), { pages: 2 })
  expect(page).toContain('Nombre escrito por el Cliente, que confirmó expresamente que es su firma')
  expect(page).toContain('Nombre que escribió el Cliente')
  expect(page).toContain('Ana Ramirez')
  expect(page).not.toMatch(/trazad[ao]|del trazo/)
})

test('the evidence says how the one-time code was sent, to whom, and when it was confirmed', async () => {
  const { loan, headers, unsigned } = await signContract(ctx)
  const { id: contract_id, sha256: contract_sha256 } = await contractOf(ctx, loan.id)
  const sent_at = '2026-11-20T15:58:00.000Z'
  const { id } = await ctx.deps.db
    .insertInto('signing_code')
    .values({
      ...{ loan_id: loan.id, user_id: loan.user_id, contract_id, contract_sha256, channel: 'mail' },
      ...{ address: 'ana@empresa.mx', code_hash: 'x', sent_at, expires_at: '2026-11-20T16:08:00Z' },
      used_at: '2026-11-20T16:00:00Z',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await signAgain(loan.id, {
    ...{ signing_code_id: id, code_channel: 'mail', code_address: 'a***@empresa.mx' },
    ...{ code_sent_at: sent_at, code_confirmed_at: '2026-11-20T16:00:00.000Z' },
  })
  await sealContract(ctx.deps, { loan_id: loan.id })
  const file = await fileOf(loan.id, headers)
  const page = await pdfText(file, { pages: 2 })
  for (const fact of ['Código de un solo uso', 'Correo electrónico', 'a***@empresa.mx', sent_at])
    expect(page).toContain(fact)
  expect(page).toContain('20 de noviembre de 2026, 09:58:00 h')
  expect(page).not.toContain('ana@')
  const [before, after] = [await PDFDocument.load(unsigned), await PDFDocument.load(file)]
  expect(after.getPageCount()).toBe(before.getPageCount() + 2)
})
