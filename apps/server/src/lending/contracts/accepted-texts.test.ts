import { beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestContext, type TestContext } from '../../../test/context.ts'
import { giveConsents, makeNewcomer } from '../../../test/factories.ts'
import { pdfText } from '../../../test/pdf-text.ts'
import { download, signContract } from '../../../test/signed-contract.ts'
import { sealContract } from './commands/seal-contract.ts'

let ctx: TestContext
const signing = '2026-11-20T16:00:00Z'
beforeAll(async () => {
  ctx = await createTestContext()
})
beforeEach(() => ctx.setNow(signing))

/** Makes a worker who accepted the texts in September. */
async function makeConsenting() {
  const worker = await makeNewcomer(ctx)
  ctx.setNow('2026-09-16T15:12:03Z')
  await giveConsents(ctx, worker)
  ctx.setNow(signing)
  return worker
}

type Worker = Awaited<ReturnType<typeof makeNewcomer>>

/** Returns the two evidence pages of a loan that the worker signs now and that is sealed after `before` has run. */
async function evidencePage(
  worker: Worker,
  { type = 'credit', before }: { type?: 'credit' | 'advance'; before?: () => Promise<unknown> } = {},
): Promise<string> {
  const { loan, headers } = await signContract(ctx, type, worker)
  await before?.()
  await sealContract(ctx.deps, { loan_id: loan.id })
  const { rawPayload } = await download(ctx, { loan_id: loan.id, headers })
  return pdfText(rawPayload, { pages: 2 })
}

const consent = (worker: Worker, row: { version: string; given_at: string; ip: string | null }) =>
  ctx.deps.db
    .insertInto('consent')
    .values({ user_id: worker.id, document: 'terms', text_sha256: 'a'.repeat(64), ...row })
    .execute()

test('prints document, version, time and address of each consent', async () => {
  const page = await evidencePage(await makeConsenting())
  const accepted = '2.0 16/09/2026, 09:12:03 h 2026-09-16T15:12:03.000Z 189.203.10.4'
  expect(page).toContain(
    `Dirección IP Términos y condiciones ${accepted} Aviso de privacidad ${accepted} Quincena`,
  )
  expect(page).not.toContain('anticipo')
  expect(page).not.toContain('Sin registro')
})

test('does not print a version accepted between signature and seal', async () => {
  const worker = await makeConsenting()
  const page = await evidencePage(worker, {
    before: () => consent(worker, { version: '7.7', given_at: '2026-11-20T16:00:01Z', ip: '10.1.1.1' }),
  })
  expect(page).toContain('Términos y condiciones 2.0')
  expect(page).not.toContain('7.7')
  expect(page).not.toContain('10.1.1.1')
})

test('prints the newest version accepted up to the signature, although a newer one is current', async () => {
  const worker = await makeNewcomer(ctx)
  await consent(worker, { version: '0.8', given_at: '2025-01-02T16:00:00Z', ip: '10.0.0.8' })
  await consent(worker, { version: '0.9', given_at: '2025-03-02T16:00:00Z', ip: null })
  const page = await evidencePage(worker)
  expect(page).toContain(
    'Términos y condiciones 0.9 02/03/2025, 10:00:00 h 2025-03-02T16:00:00.000Z No disponible',
  )
  expect(page).not.toContain('0.8')
  expect(page).toContain('Aviso de privacidad Sin registro de aceptación')
})

test('prints «no record» and no version for a worker without consents', async () => {
  const page = await evidencePage(await makeNewcomer(ctx))
  expect(page).toContain('Términos y condiciones Sin registro de aceptación')
  expect(page).toContain('Aviso de privacidad Sin registro de aceptación')
  expect(page.slice(page.indexOf('Textos legales'))).not.toContain('2.0')
})

test('ignores consents of another worker and those given after the signature', async () => {
  await makeConsenting()
  const worker = await makeNewcomer(ctx)
  const page = await evidencePage(worker, {
    before: () => consent(worker, { version: '2.0', given_at: '2026-11-20T16:00:01Z', ip: '10.1.1.1' }),
  })
  expect(page).toContain('Términos y condiciones Sin registro de aceptación')
})

test('prints the terms of an advance as accepted by the signature, without time and address', async () => {
  const page = await evidencePage(await makeConsenting(), { type: 'advance' })
  expect(page).toContain('Términos del anticipo de nómina 2.0 Con la firma de este contrato Quincena')
  expect(page).toContain('Aviso de privacidad 2.0 16/09/2026')
})

test('prints a long IPv6 address completely, in two lines', async () => {
  const worker = await makeNewcomer(ctx)
  const ip = '2806:8888:8888:8888:8888:8888:8888:93c4'
  await consent(worker, { version: '2.0', given_at: '2026-11-01T16:00:00Z', ip })
  expect(await evidencePage(worker)).toContain('2806:8888:8888:8888: 8888:8888:8888:93c4')
})
