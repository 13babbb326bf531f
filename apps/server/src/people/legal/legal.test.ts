import { createHash } from 'node:crypto'
import { legalDocument } from '@quincena/domain/legal/schema'
import { beforeAll, expect, test } from 'vitest'
import { createTestContext, type TestContext } from '../../../test/context.ts'
import { makeNewcomer, makeStaff, signIn } from '../../../test/factories.ts'

let ctx: TestContext
beforeAll(async () => {
  ctx = await createTestContext()
})

const read = (document: string) => ctx.app.inject(`${ctx.api}/legal/${document}`)

test.each(['terms', 'privacy', 'advance_terms'])(
  'serves %s to everybody, complete and with the lender’s name [E2.70]',
  async (document) => {
    const answer = await read(document)
    expect(answer.statusCode).toBe(200)
    const { sha256, ...text } = legalDocument.parse(answer.json())
    const { sections, version, effective_date, title } = text
    expect(sections.length).toBeGreaterThan(4)
    expect(JSON.stringify(text)).toContain('SOFOM, E.N.R.')
    expect(JSON.stringify(text)).not.toMatch(/[{]\w+[}]/)
    const hashed = { document, version, effective_date, title, sections }
    expect(createHash('sha256').update(JSON.stringify(hashed)).digest('hex')).toBe(sha256)
  },
)

test('states in the privacy notice what the law of 20 March 2025 requires [B9.25 E2.70 E9.5]', async () => {
  const text = JSON.stringify((await read('privacy')).json())
  for (const must of [
    'Secretaría Anticorrupción y Buen Gobierno',
    'ARCO',
    'REUS',
    'dos años',
    'biométrico',
    '20 de marzo de 2025',
  ]) {
    expect(text).toContain(must)
  }
})

test('answers 404 for an unknown text', async () => {
  expect((await read('cookies')).statusCode).toBe(404)
})

test('stores a consent once, with version, text hash and IP address', async () => {
  const worker = await makeNewcomer(ctx)
  const headers = await signIn(ctx, worker)
  const { version, sha256 } = (await read('terms')).json()
  const payload = { consents: [{ document: 'terms', version }] }
  const first = await ctx.app.inject({ method: 'POST', url: `${ctx.api}/auth/consents`, headers, payload })
  expect(first.statusCode).toBe(200)
  expect(first.json()).toEqual({
    consents: [{ document: 'terms', version, accepted_at: '2026-11-20T16:00:00.000Z' }],
  })
  await ctx.app.inject({ method: 'POST', url: `${ctx.api}/auth/consents`, headers, payload })
  const rows = await ctx.deps.db.selectFrom('consent').selectAll().where('user_id', '=', worker.id).execute()
  expect(rows).toMatchObject([{ text_sha256: sha256, ip: '127.0.0.1' }])
})

test('ignores a stored consent to an older text until the user accepts the current one [E2.11]', async () => {
  const worker = await makeNewcomer(ctx)
  const headers = await signIn(ctx, worker)
  const older = { document: 'terms', version: '0.9', text_sha256: 'a'.repeat(64) } as const
  const given_at = '2025-01-02T16:00:00.000Z'
  await ctx.deps.db
    .insertInto('consent')
    .values({ ...older, user_id: worker.id, given_at })
    .execute()
  const before = await ctx.app.inject({ url: `${ctx.api}/auth/user`, headers })
  expect(before.json().user.consents).toEqual([])
  const { version } = (await read('terms')).json()
  const payload = { consents: [{ document: 'terms', version }] }
  await ctx.app.inject({ method: 'POST', url: `${ctx.api}/auth/consents`, headers, payload })
  const after = await ctx.app.inject({ url: `${ctx.api}/auth/user`, headers })
  expect(after.json().user.consents).toMatchObject([{ document: 'terms', version }])
})

test('rejects a consent to an older version with 409 and stores nothing', async () => {
  const staff = await makeStaff(ctx)
  const headers = await signIn(ctx, staff)
  const payload = { consents: [{ document: 'privacy', version: '1.0' }] }
  const answer = await ctx.app.inject({ method: 'POST', url: `${ctx.api}/auth/consents`, headers, payload })
  expect(answer.statusCode).toBe(409)
  expect(answer.json()).toMatchObject({ code: 'legal.version_outdated' })
  expect(
    await ctx.deps.db.selectFrom('consent').selectAll().where('user_id', '=', staff.id).execute(),
  ).toEqual([])
})

test('rejects a consent to the terms of an advance with 422, because they are accepted by signing', async () => {
  const headers = await signIn(ctx, await makeNewcomer(ctx))
  const payload = { consents: [{ document: 'advance_terms', version: '2.0' }] }
  const answer = await ctx.app.inject({ method: 'POST', url: `${ctx.api}/auth/consents`, headers, payload })
  expect(answer.statusCode).toBe(422)
  expect(answer.json().errors).toEqual({ 'consents.0.document': ['No encontramos ese documento legal.'] })
})
