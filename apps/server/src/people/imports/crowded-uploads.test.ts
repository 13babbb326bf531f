import { tracingChannel } from 'node:diagnostics_channel'
import { connect } from 'node:net'
import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { createTestContext, type TestContext } from '../../../test/context.ts'
import { makeCompany, makeStaff, signIn } from '../../../test/factories.ts'
import { readSpreadsheet } from '../../../test/read-spreadsheet.ts'
import { sendFile } from '../../../test/uploads.ts'
import { bookOf, workerCells, workersSheet } from '../../../test/worker-sheet.ts'
import { importRows } from './commands/import-rows.ts'
import { runImport } from './commands/run-import.ts'

const handlerMessage = z.object({
  request: z.custom<FastifyRequest>(),
  route: z.object({ url: z.string() }),
})

let ctx: TestContext
let port: number
beforeAll(async () => {
  ctx = await createTestContext()
  port = Number(new URL(await ctx.app.listen({ port: 0, host: '127.0.0.1' })).port)
})

const head = [
  ...['Clave', 'Nombre', 'Industria', 'Dirección', 'Correo electrónico', 'Teléfono'],
  ...['Tasa de interés', 'Comisión por anticipo'],
]
const companyBook = (...keys: string[]) =>
  bookOf([
    head,
    ...keys.map((key) => [
      ...[key, `Molinos ${key}`, 'Salud', 'Calle 1', `rh@${key}.mx`, '5512345678'],
      ...[0.18, 150],
    ]),
  ])

const sendBook = (headers: Record<string, string>, bytes: Buffer) =>
  sendFile(ctx, { to: '/company/upload-company', headers, bytes })

/** A caller with its own socket: sends all bytes of an upload, or only the first `length`, and can disconnect. */
function caller(headers: Record<string, string>, bytes: Buffer, length?: number) {
  const line = 'limite'
  const start = `--${line}\r\ncontent-disposition: form-data; name="excel_file"; filename="a.xlsx"\r\n\r\n`
  const body = Buffer.concat([Buffer.from(start), bytes, Buffer.from(`\r\n--${line}--\r\n`)])
  const socket = connect(port, '127.0.0.1')
  const lines = [
    `POST ${ctx.api}/company/upload-company HTTP/1.1`,
    ...['host: localhost', `authorization: ${headers.authorization}`],
    ...[`content-type: multipart/form-data; boundary=${line}`, `content-length: ${body.length}`, '', ''],
  ]
  socket.write(lines.join('\r\n'))
  socket.write(body.subarray(0, length))
  return socket
}

const jobsOf = async (user_id: number) =>
  (await ctx.deps.db.selectFrom('import_job').select('id').where('uploaded_by', '=', user_id).execute())
    .length

/** The ids of uploads that the route's handler started (it takes its place before its first pause) and finished. */
function watchUploads() {
  const [begun, ended] = [new Set<string>(), new Set<string>()]
  const addTo = (ids: Set<string>) => (message: unknown) => {
    const { request, route } = handlerMessage.parse(message)
    if (route.url === `${ctx.api}/company/upload-company`) ids.add(request.id)
  }
  const subscribers = { end: addTo(begun), asyncEnd: addTo(ended) }
  const handlers = tracingChannel('fastify.request.handler')
  handlers.subscribe(subscribers)
  return { begun, ended, stop: () => void handlers.unsubscribe(subscribers) }
}

test('rejects a seventh upload with 503 while six are open, and accepts one after a caller disconnects', async () => {
  const headers = await signIn(ctx, await makeStaff(ctx, 'U0'))
  const { begun, ended, stop } = watchUploads()
  const callers = Array.from({ length: 6 }, () => caller(headers, companyBook('LLENO'), 40))
  // An earlier request could take the sixth place, and the sixth caller would be refused.
  await expect.poll(() => begun.size).toBe(6)
  const refused = await sendBook(headers, Buffer.from('no'))
  expect([refused.statusCode, refused.json()]).toMatchObject([
    503,
    {
      code: 'import.busy',
      detail: 'Hay varias cargas en curso. Espera un momento y vuelve a subir el archivo.',
    },
  ])
  await expect.poll(() => ended.size).toBe(1)
  callers[0]?.destroy()
  await expect.poll(() => ended.size).toBe(2)
  expect((await sendBook(headers, Buffer.from('no'))).statusCode).toBe(200)
  for (const socket of callers) socket.destroy()
  await expect.poll(() => ended.size).toBe(begun.size)
  stop()
})

test('does not read a file whose caller disconnected while it waited', async () => {
  const [stays, leaves] = [await makeStaff(ctx, 'U0'), await makeStaff(ctx, 'U0')]
  const headers = await signIn(ctx, stays)
  const long = sendBook(headers, companyBook(...Array.from({ length: 2000 }, (_, n) => `L${n}`)))
  const received = { isWhole: () => false }
  ctx.app.server.once('request', (request) => {
    received.isWhole = () => request.complete
  })
  const leaving = caller(await signIn(ctx, leaves), companyBook('SEFUE'))
  await expect.poll(() => received.isWhole()).toBe(true)
  leaving.destroy()
  expect((await long).json()).toMatchObject({ ok: true })
  // Files are read one after another: this response comes after the turn of the caller who left.
  expect((await sendBook(headers, companyBook('SIGUE'))).json()).toMatchObject({ ok: true })
  expect([await jobsOf(leaves.id), await jobsOf(stays.id)]).toEqual([0, 2])
  await ctx.deps.queue.drain('take-import', async () => undefined)
})

const result = async (headers: Record<string, string>, job: number) =>
  (await ctx.app.inject({ url: `${ctx.api}/imports/${job}`, headers })).json()

test.each([
  ['deactivated', { is_active: false }],
  ['no longer staff', { user_type: 'U2', is_staff: false }],
] as const)('rejects the remaining rows if the uploader is %s', async (_, change) => {
  const admin = await signIn(ctx, await makeStaff(ctx, 'U0'))
  const manager = await makeStaff(ctx, 'U1')
  const company = await makeCompany(ctx)
  const rows = workersSheet([1, 2, 3].map((n) => workerCells(manager.id * 10 + n)))
  const { job } = (
    await sendFile(ctx, {
      ...{ to: '/auth/upload-users/', headers: await signIn(ctx, manager), bytes: bookOf(rows) },
      company_name: company.name,
    })
  ).json()
  expect(await importRows(ctx.deps, job, 1)).toBe(true)
  await ctx.deps.db.updateTable('app_user').set(change).where('id', '=', manager.id).execute()
  await runImport(ctx.deps, job)
  const message = 'Quien subió el archivo ya no tiene permiso para cargarlo.'
  expect(await result(admin, job)).toMatchObject({
    ...{ state: 'finished', created: 1, rejected_count: 2 },
    rejected: [
      { row: 3, field: '', message },
      { row: 4, field: '', message },
    ],
  })
  await ctx.deps.queue.drain('take-import', async () => undefined)
})

/** Waits until the events of earlier tests have arrived: they come in the order of their commits. */
async function awaitEarlierEvents(user_id: number) {
  const arrived: number[] = []
  const stop = ctx.deps.events.subscribe(({ user_ids }) => arrived.push(...user_ids))
  const event = { topic: 'notification' as const, id: 1, user_ids: [user_id], staff: false }
  await ctx.deps.db.transaction().execute((trx) => ctx.deps.events.publish(trx, event))
  await expect.poll(() => arrived).toContain(user_id)
  stop()
}

test('rejects company rows once the uploader is no admin, and publishes one company event at the end', async () => {
  const admin = await makeStaff(ctx, 'U0')
  const headers = await signIn(ctx, admin)
  await awaitEarlierEvents(admin.id)
  const topics: string[] = []
  const stop = ctx.deps.events.subscribe(({ topic, staff }) => staff && topics.push(topic))
  await sendBook(headers, companyBook('TEMA1'))
  await ctx.drain(['take-import'])
  await expect.poll(() => topics).toContain('company')
  expect(topics).not.toContain('user')
  stop()
  const { job } = (await sendBook(headers, companyBook('TEMA2'))).json()
  await ctx.deps.db.updateTable('app_user').set({ user_type: 'U1' }).where('id', '=', admin.id).execute()
  await runImport(ctx.deps, job)
  expect(await result(headers, job)).toMatchObject({ state: 'finished', created: 0, rejected_count: 1 })
  await ctx.deps.queue.drain('take-import', async () => undefined)
})

test('streams 1,200 rejected rows, each once and in order', async () => {
  const user = await makeStaff(ctx, 'U0')
  const { rows } = await sql<{ id: number }>`with job as (
      insert into import_job (kind, uploaded_by, file_name, file_sha256, headers, fields, state, rows_total,
        rejected_count, created_at, finished_at)
      values ('companies', ${user.id}, 'a.xlsx', '', '["Clave", "Nombre"]', '["key", "name"]', 'finished', 1200, 1200,
        now(), now())
      returning id
    ), row as (
      insert into import_row (job_id, number, cells, problems, outcome)
      select id, n, jsonb_build_array('000' || n, null), '[{"field": "name", "message": "Falta"}]', 'rejected'
      from job, generate_series(1, 1200) n order by random()
    )
    select id from job`.execute(ctx.deps.db)
  const headers = await signIn(ctx, user)
  const file = await ctx.app.inject({ url: `${ctx.api}/imports/${rows[0]?.id}/rejected.xlsx`, headers })
  expect([file.statusCode, file.headers['content-length']]).toEqual([200, undefined])
  const found = readSpreadsheet(file.rawPayload).get('Filas rechazadas')
  expect(found).toEqual(
    Array.from({ length: 1200 }, (_, index) => ({ Clave: `000${index + 1}`, Motivo: 'Nombre: Falta' })),
  )
})
