import type { TextFile } from '@quincena/domain/texts/file'
import { fileOfContent } from '@quincena/domain/texts/file'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestContext, type TestContext } from '../../../test/context.ts'
import { shippedText, writtenText } from '../../../test/contract-texts.ts'
import { makeActiveLoan } from '../../../test/loans.ts'
import { type ImportFault, importTexts } from './commands/import-texts.ts'
import { insertShippedTexts } from './commands/insert-shipped.ts'
import { getInForce, listInForce } from './queries/versions.ts'

let ctx: TestContext
beforeAll(async () => {
  ctx = await createTestContext()
})
beforeEach(() => ctx.setNow('2026-11-20T16:00:00Z'))

const day = '2026-11-20'
const drafts = { publishes: false, replaces: false }
const load = (texts: TextFile[], options: Partial<typeof drafts> = {}) =>
  importTexts(ctx.deps, { texts }, { ...drafts, ...options })

/** The text in force of a document as a file, with more words in its last paragraph. */
async function fileOf(document: TextFile['document'], more = '', facts: Partial<TextFile> = {}) {
  const { content } = await getInForce(ctx.deps.db, { document, day })
  const file = fileOfContent(content, {
    ...{ document, version: '3.0', effective_date: day, summary: 'Se aclara.' },
  })
  const section = file.sections.at(-1)
  if (more !== '') section?.paragraphs.push(more)
  return { ...file, ...facts }
}

/** The drafts beside those of the contracts, which come with the program. */
const readDrafts = () =>
  ctx.deps.db
    .selectFrom('text_draft')
    .select(['document', 'content'])
    .where('document', 'not in', ['credit_contract', 'advance_contract'])
    .execute()

test('a text that is in force stays as it is, another one becomes the draft', async () => {
  expect(await load([await fileOf('terms'), await fileOf('privacy', 'Uno.')])).toEqual([
    { document: 'terms', outcome: 'unchanged' },
    { document: 'privacy', outcome: 'draft' },
  ])
  expect(await readDrafts()).toMatchObject([{ document: 'privacy' }])
})

test('a draft that would be lost stops all files; with `replaces` it is overwritten', async () => {
  const files = [await fileOf('terms', 'Otro.'), await fileOf('privacy', 'Dos.')]
  await expect(load(files)).rejects.toMatchObject({
    ...{ document: 'privacy', refusal: { code: 'text.draft_changed' } },
  })
  expect(await readDrafts()).toHaveLength(1)
  await load(files, { replaces: true })
  expect(await readDrafts()).toHaveLength(2)
})

test('before the first payout a file becomes a version; a date before today is refused at its place', async () => {
  const late = await fileOf('privacy', 'Tres.', { effective_date: '2026-11-19' })
  await expect(load([late], { publishes: true, replaces: true })).rejects.toMatchObject({
    refusal: { code: 'text.not_publishable', errors: { effective_date: [expect.any(String)] } },
  })
  const file = await fileOf('privacy', 'Tres.')
  expect(await load([file], { publishes: true, replaces: true })).toEqual([
    { document: 'privacy', outcome: 'version' },
  ])
  expect((await getInForce(ctx.deps.db, { document: 'privacy', day })).version).toBe('3.0')
  expect(await readDrafts()).toMatchObject([{ document: 'terms' }])
})

test('a contract is not published while articles are to be written: refused at each place', async () => {
  const facts = {
    document: 'credit_contract',
    version: '4.0',
    effective_date: day,
    summary: 'Nuevo.',
  } as const
  const options = { publishes: true, replaces: true }
  const refused = load([fileOfContent(shippedText('credit_contract'), facts)], options)
  const error: ImportFault = await refused.then(
    () => expect.fail('it was published'),
    (fault) => fault,
  )
  expect(error).toMatchObject({
    document: 'credit_contract',
    refusal: { code: 'request.invalid', status: 422 },
  })
  const places = Object.entries(error.refusal.errors ?? {})
  expect(places).toHaveLength(12)
  for (const [place, texts] of places) {
    expect(place).toMatch(/^sections\.\d+\.paragraphs\.\d+$/)
    expect(texts).toEqual(['Escribe el texto que falta en lugar de «[Texto por transcribir]».'])
  }
  const written = fileOfContent(writtenText('credit_contract'), facts)
  expect(await load([written], options)).toEqual([{ document: 'credit_contract', outcome: 'version' }])
  expect((await getInForce(ctx.deps.db, { document: 'credit_contract', day })).version).toBe('4.0')
})

test('after the first payout only drafts are made', async () => {
  await makeActiveLoan(ctx)
  const file = await fileOf('faq', 'Cuatro.')
  await expect(load([file], { publishes: true })).rejects.toMatchObject({ code: 'text.needs_two_people' })
  expect(await load([file])).toEqual([{ document: 'faq', outcome: 'draft' }])
})

test('another start adds no text to documents that have one', async () => {
  const documents = ['terms', 'privacy', 'advance_terms', 'faq'] as const
  const before = await listInForce(ctx.deps.db, { documents, day })
  await Promise.all([insertShippedTexts(ctx.deps), insertShippedTexts(ctx.deps)])
  expect(await listInForce(ctx.deps.db, { documents, day })).toEqual(before)
})
