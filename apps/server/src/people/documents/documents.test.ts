import { createHash } from 'node:crypto'
import { DOCUMENT_KINDS } from '@quincena/domain/documents/rules'
import { beforeAll, expect, test } from 'vitest'
import { createTestContext, type TestContext } from '../../../test/context.ts'
import { makeStaff, makeWorker, signIn } from '../../../test/factories.ts'
import { pdfOfSize, smallPdf } from '../../../test/small-pdf.ts'

let ctx: TestContext
let pdf: Buffer
beforeAll(async () => {
  ctx = await createTestContext()
  pdf = smallPdf()
})

interface Sent {
  file?: { name: string; bytes: Buffer }
  fields: Record<string, string>
  headers: Record<string, string>
}

function multipart({ file, fields }: Pick<Sent, 'file' | 'fields'>) {
  const form = new FormData()
  if (file !== undefined) form.append('file', new Blob([Uint8Array.from(file.bytes)]), file.name)
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  return new Response(form)
}

async function post({ headers, ...content }: Sent) {
  const body = multipart(content)
  return ctx.app.inject({
    method: 'POST',
    url: `${ctx.api}/documents/`,
    headers: { ...headers, 'content-type': body.headers.get('content-type') ?? '' },
    payload: Buffer.from(await body.arrayBuffer()),
  })
}

async function worker() {
  const user = await makeWorker(ctx, { has_all_documents: false })
  const headers = await signIn(ctx, user)
  const send = (filename: string, bytes = pdf, more = {}) =>
    post({
      headers: { ...headers, ...more },
      file: { name: 'x.pdf', bytes },
      fields: { filename, user: String(user.id) },
    })
  const list = async () =>
    (await ctx.app.inject({ url: `${ctx.api}/documents/?user__id=${user.id}&page_size=20`, headers })).json()
  return { user, headers, send, list }
}

const hasAll = async (id: number) =>
  (
    await ctx.deps.db
      .selectFrom('app_user')
      .select('has_all_documents')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  ).has_all_documents

test('sets has_all_documents after five kinds, in any spelling of their names [B3.8 B7.22 E3.4 E7.5]', async () => {
  const { user, send, list } = await worker()
  for (const name of ['ine.PDF', 'Curp', 'Comprobante de domicilio.pdf', 'CIF']) {
    expect((await send(name)).statusCode).toBe(201)
  }
  expect(await hasAll(user.id)).toBe(false)
  const last = await send('Carátula de cuenta bancaria')
  expect(last.json()).toMatchObject({
    kind: 'CARATULA_DE_CUENTA_BANCARIA',
    review: 'pending',
    user: user.id,
    loan: null,
  })
  expect(await hasAll(user.id)).toBe(true)
  const { count, results } = await list()
  expect(count).toBe(5)
  expect(new Set(results.map(({ kind }: { kind: string }) => kind))).toEqual(new Set(DOCUMENT_KINDS))
})

test('replaces the current document of a kind and keeps the old one as history', async () => {
  const { user, send, list } = await worker()
  const first = (await send('INE')).json()
  const second = (await send('INE')).json()
  expect(second.id).not.toBe(first.id)
  expect((await list()).results).toMatchObject([{ id: second.id }])
  const rows = await ctx.deps.db
    .selectFrom('document')
    .select(['id', 'replaced_at'])
    .where('user_id', '=', user.id)
    .orderBy('id')
    .execute()
  expect(rows).toMatchObject([
    { id: first.id, replaced_at: expect.any(String) },
    { id: second.id, replaced_at: null },
  ])
})

test('shows staff the SHA-256 of the uploaded bytes', async () => {
  const { user, send } = await worker()
  const bytes = pdfOfSize(2_000)
  await send('INE', bytes)
  const headers = await signIn(ctx, await makeStaff(ctx, 'U1'))
  const answer = await ctx.app.inject({ url: `${ctx.api}/documents/?user__id=${user.id}`, headers })
  expect(answer.json().results).toMatchObject([{ sha256: createHash('sha256').update(bytes).digest('hex') }])
})

test('keeps one current document after eight uploads of a kind at once', async () => {
  const { send, list } = await worker()
  const answers = await Promise.all(Array.from({ length: 8 }, () => send('CURP')))
  expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(8).fill(201))
  expect((await list()).count).toBe(1)
})

test('stores one document per idempotency key and rejects another file with 422', async () => {
  const { send, user } = await worker()
  const key = { 'idempotency-key': 'one-upload' }
  const first = await send('CIF', pdf, key)
  const again = await send('CIF', pdf, key)
  expect(again.json().id).toBe(first.json().id)
  expect(again.headers['idempotent-replay']).toBe('true')
  const other = await send('CIF', Buffer.concat([pdf, Buffer.from('\n')]), key)
  expect(other.statusCode).toBe(422)
  expect(other.json()).toMatchObject({ code: 'idempotency_key_reused' })
  const rows = await ctx.deps.db.selectFrom('document').select('id').where('user_id', '=', user.id).execute()
  expect(rows).toHaveLength(1)
})

test.each([
  {
    what: 'no PDF inside',
    bytes: Buffer.from('<html>no</html>'),
    status: 415,
    code: 'document.not_pdf',
    detail: 'El archivo seleccionado no es un PDF: x.pdf',
  },
  {
    what: 'empty',
    bytes: Buffer.alloc(0),
    status: 415,
    code: 'document.not_pdf',
    detail: 'El archivo seleccionado no es un PDF: x.pdf',
  },
  {
    what: 'the first bytes of a PDF and no page',
    bytes: Buffer.from('%PDF-1.7\n<html></html>'),
    status: 422,
    code: 'document.unreadable',
    detail: 'No pudimos abrir el archivo. Revisa que sea un PDF completo, con al menos una página.',
  },
  {
    what: 'over 10 MB',
    bytes: Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(10 * 1024 * 1024)]),
    status: 413,
    code: 'document.too_large',
    detail: 'El archivo es demasiado grande. El máximo es de 10 MB.',
  },
])('rejects a file ($what) and changes nothing', async ({ bytes, status, code, detail }) => {
  const { send, list } = await worker()
  const answer = await send('INE', bytes)
  expect(answer.statusCode).toBe(status)
  expect(answer.json()).toMatchObject({ code, detail })
  expect((await list()).count).toBe(0)
})

test('accepts a file of exactly 10 MB', async () => {
  const { send } = await worker()
  expect((await send('INE', pdfOfSize(10 * 1024 * 1024))).statusCode).toBe(201)
})

const kindUnknown = 'El tipo de documento no es válido.'
const ownerMissing = 'Falta decir de quién es el documento.'
test.each([
  { fields: { filename: 'PASAPORTE', user: '1' }, wrong: { filename: kindUnknown } },
  { fields: { user: '1' }, wrong: { filename: kindUnknown } },
  { fields: { filename: 'INE' }, wrong: { user: ownerMissing } },
  { fields: { filename: 'INE', user: '' }, wrong: { user: ownerMissing } },
  { fields: { filename: 'INE', user: 'yo' }, wrong: { user: 'Identificador inválido' } },
])('rejects $fields with 422 at the field: $wrong', async ({ fields, wrong }) => {
  const { headers } = await worker()
  const given = Object.fromEntries(Object.entries(fields))
  const answer = await post({ headers, fields: given, file: { name: 'x.pdf', bytes: pdf } })
  expect(answer.statusCode).toBe(422)
  const errors = Object.fromEntries(Object.entries(wrong).map(([field, message]) => [field, [message]]))
  const code = 'filename' in wrong ? 'document.kind_unknown' : 'request.invalid'
  expect(answer.json()).toMatchObject({ code, errors })
})

test('rejects a form without a file with 422', async () => {
  const { headers, user } = await worker()
  const answer = await post({ headers, fields: { filename: 'INE', user: String(user.id) } })
  expect(answer.statusCode).toBe(422)
  const errors = { file: ['Selecciona un archivo.'] }
  expect(answer.json()).toMatchObject({ code: 'document.file_missing', errors })
})

test('rejects a body that is not multipart with 415', async () => {
  const { headers } = await worker()
  const answer = await ctx.app.inject({
    method: 'POST',
    url: `${ctx.api}/documents/`,
    headers,
    payload: { filename: 'INE' },
  })
  expect(answer.statusCode).toBe(415)
})

test('rejects a worker’s 61st file of an hour with 429 in every session, and no other worker’s', async () => {
  const { headers, user } = await worker()
  const tries = (by: Record<string, string>, count: number) =>
    Promise.all(Array.from({ length: count }, () => post({ headers: by, fields: {} })))
  const statuses = (await tries(headers, 61)).map(({ statusCode }) => statusCode).sort()
  expect(statuses).toEqual([...Array(60).fill(422), 429])
  const [again] = await tries(await signIn(ctx, user), 1)
  expect([again?.statusCode, again?.json().code]).toEqual([429, 'request.too_many'])
  expect((await (await worker()).send('INE')).statusCode).toBe(201)
})

test('rejects uploads for another worker, hides their documents, and lets no worker review [E7.5]', async () => {
  const [mine, theirs] = [await worker(), await worker()]
  const { id } = (await theirs.send('INE')).json()
  const foreign = await post({
    headers: mine.headers,
    file: { name: 'x', bytes: pdf },
    fields: { filename: 'INE', user: String(theirs.user.id) },
  })
  expect(foreign.statusCode).toBe(404)
  const list = await ctx.app.inject({
    url: `${ctx.api}/documents/?user__id=${theirs.user.id}`,
    headers: mine.headers,
  })
  expect(list.json()).toMatchObject({ count: 0, results: [] })
  const review = await ctx.app.inject({
    method: 'PATCH',
    url: `${ctx.api}/documents/${id}`,
    headers: theirs.headers,
    payload: { review: 'accepted' },
  })
  expect(review.statusCode).toBe(403)
})

test('clears has_all_documents on a refusal and notifies the worker with its reason', async () => {
  const { user, headers, send } = await worker()
  for (const kind of DOCUMENT_KINDS) await send(kind)
  const staff = await signIn(ctx, await makeStaff(ctx))
  const { results } = (
    await ctx.app.inject({ url: `${ctx.api}/documents/?user__id=${user.id}`, headers: staff })
  ).json()
  const url = `${ctx.api}/documents/${results[0].id}`
  const toSendAgain = async () =>
    (await ctx.app.inject({ url: `${ctx.api}/auth/user`, headers })).json().user.refused_documents
  const unexplained = await ctx.app.inject({
    method: 'PATCH',
    url,
    headers: staff,
    payload: { review: 'refused' },
  })
  expect(unexplained.statusCode).toBe(422)
  const refused = await ctx.app.inject({
    method: 'PATCH',
    url,
    headers: staff,
    payload: { review: 'refused', reason: 'Está borroso' },
  })
  expect(refused.json()).toMatchObject({ review: 'refused', reason: 'Está borroso' })
  expect(await hasAll(user.id)).toBe(false)
  expect(await toSendAgain()).toEqual([results[0].kind])
  const notices = (await ctx.app.inject({ url: `${ctx.api}/notification/`, headers })).json()
  expect(notices.results[0].message).toContain('Está borroso')
  await ctx.app.inject({ method: 'PATCH', url, headers: staff, payload: { review: 'accepted' } })
  expect(await hasAll(user.id)).toBe(true)
  expect(await toSendAgain()).toEqual([])
})

test('keeps has_all_documents false when a refusal and a new upload run at once', async () => {
  const { user, send, list } = await worker()
  for (const kind of DOCUMENT_KINDS) await send(kind)
  const staff = await signIn(ctx, await makeStaff(ctx, 'U1'))
  const { results } = (await list()) as { results: { id: number; kind: string }[] }
  const idOf = (kind: string) => results.find((row) => row.kind === kind)?.id
  const refuse = (id: number | undefined) =>
    ctx.app.inject({
      method: 'PATCH',
      url: `${ctx.api}/documents/${id}`,
      headers: staff,
      payload: { review: 'refused', reason: 'Borroso' },
    })
  await refuse(idOf('CURP'))
  for (let round = 0; round < 20; round += 1) {
    const [sent, refused] = await Promise.all([send('CURP'), refuse(idOf('INE'))])
    expect([sent.statusCode, refused.statusCode]).toEqual([201, 200])
    expect(await hasAll(user.id)).toBe(false)
    await send('INE')
    const again = (await list()) as { results: { id: number; kind: string }[] }
    results.splice(0, results.length, ...again.results)
    await refuse(idOf('CURP'))
  }
})

test('opens the file with an unchanged link for five minutes, without a session [E3.4]', async () => {
  const { send } = await worker()
  const { file } = (await send('INE')).json()
  const link = new URL(file)
  const path = link.pathname + link.search
  const open = async (url: string) => ctx.app.inject({ url })
  const good = await open(path)
  expect(good.statusCode).toBe(200)
  expect(good.rawPayload.equals(pdf)).toBe(true)
  expect(good.headers).toMatchObject({
    'content-type': 'application/pdf',
    'x-content-type-options': 'nosniff',
    'content-disposition': 'inline; filename="INE.pdf"',
  })
  const later = Number(link.searchParams.get('expires')) + 600
  const changed = [
    path.replace(/documents\/\d+/, (text) => `documents/${Number(text.split('/')[1]) + 1}`),
    path.replace(/expires=\d+/, `expires=${later}`),
    path.replace(/.$/, (last) => (last === '0' ? '1' : '0')),
    path.split('?')[0] ?? '',
    `${path}&download=1`,
    path.replace('?', '?x=1&'),
  ]
  for (const url of changed) {
    const answer = await open(url)
    expect(answer.statusCode).toBe(403)
    expect(answer.json()).toMatchObject({
      code: 'document.link_invalid',
      detail: 'El enlace al documento no es válido o ya venció.',
    })
  }
  const before = ctx.clock.now
  ctx.clock.now = before.add({ seconds: 299 })
  expect((await open(path)).statusCode).toBe(200)
  ctx.clock.now = before.add({ seconds: 302 })
  expect((await open(path)).statusCode).toBe(403)
  ctx.clock.now = before
})
