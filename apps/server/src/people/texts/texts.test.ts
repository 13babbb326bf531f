import type { TextContent } from '@quincena/domain/texts/content'
import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTestContext, type TestContext } from '../../../test/context.ts'
import { makeNewcomer, makeStaff, makeWorker, signIn } from '../../../test/factories.ts'
import { acceptCall, makeActiveLoan, makeOffer } from '../../../test/loans.ts'

let ctx: TestContext
let admins: Awaited<ReturnType<typeof makeStaff>>[]
let first: Headers
let second: Headers
beforeAll(async () => {
  ctx = await createTestContext()
  admins = [await makeStaff(ctx, 'U0'), await makeStaff(ctx, 'U0')]
})

/** Sets the clock and signs both admins in. */
async function startAt(instant: string) {
  ctx.setNow(instant)
  const headers = await Promise.all(admins.map((admin) => signIn(ctx, admin)))
  first = headers[0] ?? {}
  second = headers[1] ?? {}
}
beforeEach(() => startAt('2026-11-20T16:00:00Z'))

type Headers = Record<string, string>
type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

async function call(headers: Headers, route: `${Method} ${string}`, payload?: object) {
  const [method, url] = route.split(' ') as [Method, string]
  const answer = await ctx.app.inject({
    method,
    url: `${ctx.api}${url}`,
    headers,
    ...(payload && { payload }),
  })
  return { status: answer.statusCode, body: answer.body === '' ? null : answer.json() }
}

/** The text in force of a document, as admins edit it. */
const contentOf = async (document: string): Promise<TextContent> =>
  (await call(first, `GET /texts/${document}`)).body.content

/** Saves the text in force with another section as the draft. */
async function draftMore(document: string, text: string, summary = 'Se agrega una sección.') {
  const { title, sections } = await contentOf(document)
  const section = { heading: '99. Sección nueva', category: 'Pagos', paragraphs: [{ text }] }
  const { category: _, ...plain } = section
  const more = [...sections, document === 'faq' ? section : plain]
  const answer = await call(first, `PUT /texts/${document}/draft`, { title, sections: more, summary })
  expect(answer.status).toBe(200)
  return answer.body
}

const publish = (document: string, version: string, effective_date = '2026-11-20') =>
  call(first, `POST /texts/${document}/publish`, { version, effective_date })

const countVersions = async (document: 'terms' | 'privacy' | 'faq') =>
  (await ctx.deps.db.selectFrom('text_version').select('id').where('document', '=', document).execute())
    .length

test('every document has the text of the program, and nobody as its author', async () => {
  const { status, body } = await call(first, 'GET /texts')
  expect(status).toBe(200)
  expect(body.is_alone_allowed).toBe(true)
  const rows = body.documents.map((row: { document: string; in_force: { version: string } }) => [
    row.document,
    row.in_force.version,
  ])
  expect(rows.slice(0, 6)).toEqual([
    ['terms', '2.0'],
    ['privacy', '2.0'],
    ['advance_terms', '2.0'],
    ['faq', '1.0'],
    ['credit_contract', '2.2'],
    ['advance_contract', '2.2'],
  ])
  expect(body.documents[0]).toMatchObject({
    ...{ name: 'Términos y condiciones', needs_consent: true, next: null, approval: null, draft: null },
    in_force: { is_shipped: true, is_alone: false, state: 'in_force', created: { name: null } },
  })
})

test('a draft is checked, kept, previewed with the lender’s data and deleted', async () => {
  const content = await contentOf('terms')
  const faulty = {
    title: content.title,
    sections: [{ heading: '1. Uno', paragraphs: [{ text: '{lender} {x}' }, { text: '<b>' }] }],
  }
  const refused = await call(first, 'PUT /texts/terms/draft', faulty)
  expect([refused.status, Object.keys(refused.body.errors)]).toEqual([
    422,
    ['sections', 'sections.0.paragraphs.0', 'sections.0.paragraphs.1'],
  ])
  const shown = await call(first, 'POST /texts/terms/preview', { content: faulty })
  expect(Object.keys(shown.body.errors)).toContain('content.sections.0.paragraphs.1')

  const saved = await draftMore('terms', 'Hola {lender}', '')
  expect(saved).toMatchObject({ summary: '', updated: { name: expect.any(String) } })
  const preview = await call(first, 'POST /texts/terms/preview', {})
  expect(preview.body.sections.at(-1)).toEqual({
    heading: '99. Sección nueva',
    paragraphs: [`Hola ${ctx.deps.brand.current().lender.name}`],
  })
  const stale = await call(second, 'PUT /texts/terms/draft', { ...content, version: 0 })
  expect([stale.status, stale.body.code]).toEqual([409, 'text.draft_changed'])
  const { body: next } = await call(second, 'PUT /texts/terms/draft', { ...content, version: saved.version })
  expect(next.version).toBeGreaterThan(saved.version)
  const lost = await call(first, `DELETE /texts/terms/draft?version=${saved.version}`)
  expect([lost.status, lost.body.code]).toEqual([409, 'text.draft_changed'])
  expect((await call(first, `DELETE /texts/terms/draft?version=${next.version}`)).status).toBe(204)
  expect((await call(first, 'POST /texts/terms/preview', {})).status).toBe(404)
})

test('the version of a draft that was deleted is not that of the next draft', async () => {
  const { version } = await draftMore('faq', 'Uno.')
  await call(first, 'DELETE /texts/faq/draft')
  const other = await draftMore('faq', 'Dos.')
  expect(other.version).not.toBe(version)
  const content = await contentOf('faq')
  const changed = [409, 'text.draft_changed']
  const saved = await call(second, 'PUT /texts/faq/draft', { ...content, version })
  expect([saved.status, saved.body.code]).toEqual(changed)
  const body = { version: '1.1', effective_date: '2026-11-20', draft_version: version }
  const published = await call(second, 'POST /texts/faq/publish', body)
  expect([published.status, published.body.code]).toEqual(changed)
  const deleted = await call(second, `DELETE /texts/faq/draft?version=${version}`)
  expect([deleted.status, deleted.body.code]).toEqual(changed)
  expect((await call(first, 'GET /texts')).body.documents[3].draft.version).toBe(other.version)
  await call(first, 'DELETE /texts/faq/draft')
})

test('a draft with words to be written is kept and shown, but never published', async () => {
  await draftMore('faq', 'Llama al [teléfono por publicar].')
  const { status, body } = await publish('faq', '1.5')
  expect([status, body.code]).toEqual([422, 'request.invalid'])
  const [[place, texts] = []] = Object.entries(body.errors)
  expect(place).toMatch(/^sections\.\d+\.paragraphs\.0$/)
  expect(texts).toEqual(['Escribe el texto que falta en lugar de «[teléfono por publicar]».'])
  await call(first, 'DELETE /texts/faq/draft')
})

test('both contracts wait as drafts until a lawyer writes their articles', async () => {
  const { body } = await call(first, 'GET /texts')
  for (const row of body.documents.slice(4, 6)) {
    expect(row.draft).not.toBeNull()
    const answer = await publish(row.document, '3.0')
    expect([answer.status, Object.keys(answer.body.errors).length]).toEqual([422, 12])
  }
})

test('lists the fields, the conditions and the required elements of a document', async () => {
  const { body } = await call(first, 'GET /texts/privacy/fields')
  expect(body.fields.map(({ name }: { name: string }) => name)).toEqual([
    ...['trade_name', 'lender', 'address', 'phone', 'email', 'reca'],
  ])
  expect(body.required).toContainEqual({ text: 'ARCO', name: 'cómo ejercer los derechos ARCO' })
})

test('refuses a publication at its fields, and writes nothing', async () => {
  const content = await contentOf('faq')
  expect((await publish('faq', '1.1')).body.code).toBe('text.draft_not_found')
  await call(first, 'PUT /texts/faq/draft', content)
  const refused = await publish('faq', '1.0', '2026-11-19')
  expect([refused.status, Object.keys(refused.body.errors).sort()]).toEqual([
    422,
    ['effective_date', 'sections', 'summary', 'version'],
  ])
  expect((await publish('faq', 'dos puntos')).body.errors.version).toEqual([expect.any(String)])
  expect(await countVersions('faq')).toBe(1)
  await call(first, 'DELETE /texts/faq/draft')
})

test('before the first payout one admin publishes alone, and the version says so', async () => {
  const draft = await draftMore('faq', 'Primera respuesta.')
  const other = { version: '1.1', effective_date: '2026-11-20', draft_version: draft.version + 1 }
  expect((await call(first, 'POST /texts/faq/publish', other)).body.code).toBe('text.draft_changed')
  const { status, body } = await publish('faq', '1.1')
  expect([status, body.in_force.version, body.in_force.is_alone, body.draft]).toEqual([
    200,
    '1.1',
    true,
    null,
  ])
  expect((await call({}, 'GET /legal/faq')).body.sections.at(-1)).toMatchObject({
    ...{ heading: '99. Sección nueva', category: 'Pagos', paragraphs: ['Primera respuesta.'] },
  })
})

describe('after the first payout', () => {
  beforeAll(async () => {
    ctx.setNow('2026-11-20T16:00:00Z')
    await makeActiveLoan(ctx)
  })

  test('another admin approves, and meanwhile the draft stays as it is', async () => {
    await draftMore('terms', 'Hola.')
    const asked = await publish('terms', '2.1')
    expect([asked.status, asked.body.approval.action]).toEqual([202, 'text.publish'])
    expect(asked.body.approval.lines).toContainEqual({ label: 'Secciones', value: '1 nueva, 17 iguales' })
    expect((await publish('terms', '2.2')).body.code).toBe('approval.already_open')
    const content = await contentOf('terms')
    expect((await call(second, 'PUT /texts/terms/draft', content)).body.code).toBe('text.awaits_approval')
    expect((await call(second, 'DELETE /texts/terms/draft')).body.code).toBe('text.awaits_approval')
    const waiting = (await call(first, 'GET /texts/terms')).body
    expect([waiting.approval.id, waiting.replaces]).toEqual([
      asked.body.approval.id,
      waiting.in_force.version,
    ])

    const approve = (headers: Headers) => call(headers, `POST /approvals/${asked.body.approval.id}/approve`)
    expect((await approve(first)).body.code).toBe('approval.own')
    expect((await approve(second)).status).toBe(200)
    const { body } = await call(first, 'GET /texts/terms')
    expect(body).toMatchObject({ draft: null, approval: null, in_force: { version: '2.1', is_alone: false } })
    expect(body.versions[0].created.name).not.toBeNull()
    expect(body.versions[1]).toMatchObject({ version: '2.0', state: 'replaced' })
  })

  test('a refused publication changes nothing, and one whose date passed is not approved', async () => {
    await draftMore('terms', 'Otra.')
    const { body } = await publish('terms', '2.2')
    await startAt('2026-11-21T16:00:00Z')
    const passed = await call(second, `POST /approvals/${body.approval.id}/approve`)
    expect([passed.status, passed.body.code]).toEqual([409, 'text.date_passed'])
    const refusal = { reason: 'Falta revisar' }
    expect((await call(second, `POST /approvals/${body.approval.id}/refuse`, refusal)).status).toBe(200)
    expect((await call(first, 'DELETE /texts/terms/draft')).status).toBe(204)
    expect(await countVersions('terms')).toBe(2)
  })

  test('the database refuses a version by one person, a change of a version and its removal', async () => {
    const row = await ctx.deps.db
      .selectFrom('text_version')
      .select(['document', 'content', 'sha256', 'summary'])
      .where('source', '=', 'one_admin')
      .executeTakeFirstOrThrow()
    const [at, by] = ['2026-11-20T16:00:00Z', (await makeStaff(ctx, 'U0')).id]
    const alone = ctx.superuser.insertInto('text_version').values({
      ...{ ...row, content: JSON.stringify(row.content), version: '9', effective_on: '2026-12-01' },
      ...{ source: 'one_admin', created_by: by, approved_by: by, created_at: at, approved_at: at },
    })
    await expect(alone.execute()).rejects.toThrow('needs two people')
    const change = ctx.superuser.updateTable('text_version').set({ effective_on: '2026-12-01' })
    await expect(change.execute()).rejects.toThrow('append only')
    await expect(ctx.superuser.deleteFrom('text_version').execute()).rejects.toThrow('append only')
    await expect(sql`truncate text_version`.execute(ctx.superuser)).rejects.toThrow('append only')
    await expect(ctx.deps.db.deleteFrom('text_version').execute()).rejects.toThrow('permission denied')
  })

  /** Publishes the privacy notice with another section by two admins. */
  async function publishPrivacy(version: string, effective_date: string, text: string) {
    await draftMore('privacy', text, `Se agrega «${text}»`)
    const { body } = await publish('privacy', version, effective_date)
    expect((await call(second, `POST /approvals/${body.approval.id}/approve`)).status).toBe(200)
  }

  test('a new notice comes into force at midnight in Mexico City, asks every worker again, and shows what changed', async () => {
    await startAt('2026-11-21T05:50:00Z')
    const worker = await makeWorker(ctx)
    const headers = await signIn(ctx, worker)
    const offer = await makeOffer(ctx, { worker })
    await publishPrivacy('2.1', '2026-11-21', 'Usamos tu ubicación.')

    ctx.setNow('2026-11-21T05:59:59Z')
    expect((await call({}, 'GET /legal/privacy')).body.version).toBe('2.0')
    expect((await call({}, 'GET /legal/privacy/versions')).body.versions).toHaveLength(1)
    expect((await call({}, 'GET /legal/privacy/versions/2.1')).body.code).toBe('text.version_not_found')
    expect((await call(first, 'GET /texts/privacy')).body.next).toMatchObject({
      version: '2.1',
      state: 'waiting',
    })
    expect((await call(first, 'GET /texts/privacy/versions/2.1')).status).toBe(200)
    const documents = async () =>
      (await call(headers, 'GET /auth/user')).body.user.consents.map(
        ({ document, version }: { document: string; version: string }) => `${document} ${version}`,
      )
    expect(await documents()).toEqual(['privacy 2.0', 'terms 2.1'])

    ctx.setNow('2026-11-21T06:00:00Z')
    expect(await documents()).toEqual(['terms 2.1'])
    expect((await acceptCall(ctx, offer)).json()).toMatchObject({ status: 409, code: 'consents_missing' })
    const stale = { consents: [{ document: 'privacy', version: '2.0' }] }
    expect((await call(headers, 'POST /auth/consents', stale)).body.code).toBe('legal.version_outdated')

    const { body: changes } = await call({}, 'GET /legal/privacy/changes?from=2.0')
    expect(changes.summaries).toEqual([{ version: '2.1', summary: 'Se agrega «Usamos tu ubicación.»' }])
    const changed = changes.diff.sections.filter(({ kind }: { kind: string }) => kind !== 'same')
    expect(changed).toMatchObject([
      { kind: 'added', paragraphs: [{ parts: [{ kind: 'added', text: 'Usamos tu ubicación.' }] }] },
    ])
    expect((await call({}, 'GET /legal/privacy/changes?from=1.0')).status).toBe(404)
    const old = (await call({}, 'GET /legal/privacy/versions/2.0')).body
    const { body: listed } = await call({}, 'GET /legal/privacy/versions')
    expect(listed.versions.map(({ version }: { version: string }) => version)).toEqual(['2.1', '2.0'])
    expect(listed.versions[1]).toMatchObject({ sha256: old.sha256, is_in_force: false })

    const current = { consents: [{ document: 'privacy', version: '2.1' }] }
    expect((await call(headers, 'POST /auth/consents', current)).status).toBe(200)
    const { body: own } = await call(headers, 'GET /auth/consents')
    const rows = own.consents.map((row: { document: string; version: string; is_current: boolean }) => [
      `${row.document} ${row.version}`,
      row.is_current,
    ])
    expect(rows).toEqual([
      ['privacy 2.1', true],
      ['privacy 2.0', false],
      ['terms 2.1', true],
    ])
  })

  const publicLabels = async () =>
    (await call({}, 'GET /legal/privacy/versions')).body.versions.map(
      ({ version }: { version: string }) => version,
    )

  test('of two versions with the same date the later one is in force, and the other never is public', async () => {
    await publishPrivacy('2.2', '2026-12-01', 'Uno.')
    await publishPrivacy('2.3', '2026-12-01', 'Dos.')
    await startAt('2026-12-01T16:00:00Z')
    const { body } = await call(first, 'GET /texts/privacy')
    expect(body.versions.slice(0, 2)).toMatchObject([
      { version: '2.3', state: 'in_force' },
      { version: '2.2', state: 'replaced' },
    ])
    expect(await publicLabels()).toEqual(['2.3', '2.1', '2.0'])
    expect((await call({}, 'GET /legal/privacy/versions/2.2')).body.code).toBe('text.version_not_found')
    expect((await call({}, 'GET /legal/privacy/changes?from=2.2')).status).toBe(404)
    const { body: changes } = await call({}, 'GET /legal/privacy/changes?from=2.1')
    expect(changes.summaries).toEqual([{ version: '2.3', summary: 'Se agrega «Dos.»' }])
  })

  test('a version that was in force for a part of a day stays public', async () => {
    await startAt('2026-12-02T16:00:00Z')
    await publishPrivacy('2.4', '2026-12-02', 'Tres.')
    await publishPrivacy('2.5', '2026-12-02', 'Cuatro.')
    expect(await publicLabels()).toEqual(['2.5', '2.4', '2.3', '2.1', '2.0'])
  })

  test('a waiting version that is replaced on its date was in force until then', async () => {
    await publishPrivacy('2.6', '2026-12-03', 'Cinco.')
    await startAt('2026-12-03T06:00:00Z')
    expect(await publicLabels()).toContain('2.6')
    await publishPrivacy('2.7', '2026-12-03', 'Seis.')
    expect((await publicLabels()).slice(0, 2)).toEqual(['2.7', '2.6'])
  })

  test('a worker’s consents are theirs and the staff’s, and nobody else finds them', async () => {
    const [worker, other] = [await makeWorker(ctx), await makeNewcomer(ctx)]
    const path = `GET /auth/user/${worker.id}/consents` as const
    expect((await call(await signIn(ctx, worker), path)).body.consents).toHaveLength(2)
    expect((await call(first, path)).body.consents).toHaveLength(2)
    expect((await call(await signIn(ctx, other), path)).status).toBe(404)
    expect((await call(first, 'GET /auth/user/987654/consents')).status).toBe(404)
  })
})
