import { createHash } from 'node:crypto'
import { type ContractPayload, contractPayload } from '@quincena/domain/contracts/schema'
import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { createTestContext, type TestContext } from '../../../test/context.ts'
import { shippedText, writtenText } from '../../../test/contract-texts.ts'
import { makeStaff, signIn } from '../../../test/factories.ts'
import { makeActiveLoan, makeLoan } from '../../../test/loans.ts'
import { pdfText } from '../../../test/pdf-text.ts'
import { insertShippedTexts } from '../../people/texts/commands/insert-shipped.ts'
import { findVersion } from '../../people/texts/queries/versions.ts'
import { hashText } from '../../people/texts/rules.ts'
import { contractFile } from './commands/show-contract.ts'
import { getContractText } from './queries/contract-text.ts'
import { contentHash } from './queries/draft.ts'

let ctx: TestContext
beforeAll(async () => {
  ctx = await createTestContext()
})
beforeEach(() => ctx.setNow('2026-11-20T16:00:00Z'))

/** Shows the contract of a new offer, and reads its row. */
async function showOffer(type: 'credit' | 'advance' = 'credit') {
  const { loan, worker } = await makeLoan(ctx, { type, state: 'approved', term: type === 'credit' ? 6 : 10 })
  const headers = await signIn(ctx, worker)
  const shown = await ctx.app.inject({ method: 'POST', url: `${ctx.api}/contract/${loan.id}`, headers })
  expect(shown.statusCode).toBe(200)
  const row = await ctx.deps.db
    .selectFrom('contract')
    .selectAll()
    .where('loan_id', '=', loan.id)
    .executeTakeFirstOrThrow()
  return { row, pdf: shown.rawPayload, payload: contractPayload.parse(row.payload) }
}

/** Publishes the credit's text of today, with its articles. */
async function publishWritten(effective_on: string) {
  const content = writtenText('credit_contract')
  const at = ctx.clock.now.toString()
  await ctx.deps.db
    .insertInto('text_version')
    .values({
      ...{ document: 'credit_contract', version: '3.0', summary: '', effective_on, source: 'command_line' },
      ...{ content: JSON.stringify(content), sha256: hashText(content), created_at: at, approved_at: at },
    })
    .execute()
}

describe('a contract', () => {
  test('names the hash of each text that it was made from', async () => {
    const { payload } = await showOffer('advance')
    const names = ['advance_contract', 'terms', 'advance_terms', 'privacy']
    expect(payload.texts.map(({ document }) => document)).toEqual(names)
    const stored = await ctx.deps.db
      .selectFrom('text_version')
      .select(['document', 'version', 'sha256'])
      .where('document', 'in', ['advance_contract', 'terms', 'advance_terms', 'privacy'])
      .execute()
    for (const text of payload.texts) expect(stored).toContainEqual(text)
  })

  test('of a version that was replaced is made again with the same text', async () => {
    ctx.setNow('2026-10-20T16:00:00Z')
    const { row, pdf, payload } = await showOffer()
    expect(row.text_version).toBe('credit_contract 2.2, terms 2.0, privacy 2.0')
    ctx.setNow('2026-11-20T16:00:00Z')
    await publishWritten('2026-11-20')
    const { id: contract_id, payload: stored, storage_key } = row
    const sha256 = contentHash(payload)
    const again = await contractFile(ctx.deps, { contract_id, payload: stored, storage_key, sha256 })
    const bytes = await ctx.deps.storage.get(again.storage_key)
    expect(await pdfText(bytes)).toBe(await pdfText(pdf))
    expect(again.sha256).toBe(createHash('sha256').update(pdf).digest('hex'))
    const today = await showOffer()
    expect(today.row.text_version).toBe('credit_contract 3.0, terms 2.0, privacy 2.0')
    expect(await pdfText(today.pdf)).not.toContain('exceden tu capacidad')
  })

  test('from the time when its text was code reads version 2.2 and keeps its hash', async () => {
    const { payload } = await showOffer()
    const old: ContractPayload = { ...payload, texts: [{ document: 'contract', version: '2.1' }] }
    expect(await getContractText(ctx.deps.db, old)).toEqual(shippedText('credit_contract', '2.2'))
    const wire = z.encode(contractPayload, old)
    expect(JSON.stringify(wire)).not.toContain('marketing_consent')
    expect(contentHash(contractPayload.parse(wire))).toBe(
      createHash('sha256').update(JSON.stringify(wire)).digest('hex'),
    )
  })

  test('is not made from a text that is another one than it names', async () => {
    const { payload } = await showOffer()
    const texts = payload.texts.map((text) => ({ ...text, sha256: 'a'.repeat(64) }))
    await expect(getContractText(ctx.deps.db, { ...payload, texts })).rejects.toThrow('another one')
  })
})

/** Removes the texts of contracts, as a database has none that was made before they were data. */
async function removeContractTexts() {
  const db = ctx.superuser
  await sql`alter table text_version disable trigger user`.execute(db)
  await db
    .deleteFrom('text_version')
    .where('document', 'in', ['credit_contract', 'advance_contract'])
    .execute()
  await sql`alter table text_version enable trigger user`.execute(db)
}

const versionsOf = (document: 'credit_contract' | 'terms') =>
  ctx.deps.db
    .selectFrom('text_version')
    .select('version')
    .where('document', '=', document)
    .orderBy('version')
    .execute()

test('a lender that has paid out keeps version 2.2 and finds 3.0 as a draft, which does not come back', async () => {
  await makeActiveLoan(ctx)
  await removeContractTexts()
  await Promise.all([insertShippedTexts(ctx.deps), insertShippedTexts(ctx.deps)])
  expect(await versionsOf('credit_contract')).toEqual([{ version: '2.2' }])
  const drafts = await ctx.deps.db.selectFrom('text_draft').select(['document', 'content']).execute()
  expect(drafts.map(({ document }) => document).sort()).toEqual(['advance_contract', 'credit_contract'])
  expect(drafts.find(({ document }) => document === 'credit_contract')?.content).toEqual(
    shippedText('credit_contract'),
  )
  const { row } = await showOffer()
  expect(row.text_version).toBe('credit_contract 2.2, terms 2.0, privacy 2.0')

  await ctx.deps.db.deleteFrom('text_draft').execute()
  await insertShippedTexts(ctx.deps)
  expect(await ctx.deps.db.selectFrom('text_draft').select('id').execute()).toEqual([])
  expect(await findVersion(ctx.deps.db, { document: 'credit_contract', version: '3.0' })).toBeUndefined()
})

test('a text of contracts is no public text', async () => {
  for (const path of ['', '/versions', '/versions/2.2', '/changes?from=2.2'])
    expect((await ctx.app.inject(`${ctx.api}/legal/credit_contract${path}`)).statusCode).toBe(404)
})

describe('the preview of a text', () => {
  const call = async (path: string, payload: object) => {
    const headers = await signIn(ctx, await makeStaff(ctx, 'U0'))
    return ctx.app.inject({ method: 'POST', url: `${ctx.api}/texts/${path}`, headers, payload })
  }

  test('is filled with a sample, and with the lender’s own data', async () => {
    const content = shippedText('credit_contract')
    const { sections } = (await call('credit_contract/preview', { content, sample: 'weekly' })).json()
    const lines = JSON.stringify(sections)
    expect(lines).toContain('51 semanas de $210.47')
    expect(lines).toContain(ctx.deps.brand.current().lender.name)
    expect(lines).not.toMatch(/[{]\w+[}]/)
  })

  test('is printed as the contract is, with the sample’s lender or the own one', async () => {
    const wish = { content: shippedText('advance_contract'), sample: 'smallest' }
    const answer = await call('advance_contract/pdf', wish)
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'application/pdf'])
    expect(await pdfText(answer.rawPayload)).toContain('MONTO DEL ANTICIPO $500.00')
    const own = await call('advance_contract/pdf', { ...wish, is_own: true })
    expect(await pdfText(own.rawPayload)).toContain(ctx.deps.brand.current().lender.name)
  })

  test('is refused for a faulty text, for another document and without a draft', async () => {
    const { title, sections } = shippedText('credit_contract')
    const faulty = { title, sections: [{ heading: 'A', paragraphs: [{ text: '{x}' }] }, ...sections] }
    const refused = await call('credit_contract/pdf', { content: faulty })
    expect(refused.statusCode).toBe(422)
    expect(Object.keys(refused.json().errors)).toEqual([
      'content.sections.0.part',
      'content.sections.0.paragraphs.0',
    ])
    expect((await call('terms/pdf', {})).statusCode).toBe(404)
    expect((await call('credit_contract/pdf', {})).statusCode).toBe(404)
  })
})
