import { setTimeout as sleep } from 'node:timers/promises'
import { read, utils, write } from '@e965/xlsx'
import { sql } from 'kysely'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestContext, type TestContext } from '../../../test/context.ts'
import { makeClabe, makeCompany, makeStaff, makeWorker, signIn } from '../../../test/factories.ts'
import { makeLoan } from '../../../test/loans.ts'
import { sendFile } from '../../../test/uploads.ts'
import { setMode } from '../../../test/verifications.ts'
import { bookOf, workerCells, workersSheet } from '../../../test/worker-sheet.ts'
import { importRows } from './commands/import-rows.ts'
import { runImport } from './commands/run-import.ts'

let ctx: TestContext
let company: Awaited<ReturnType<typeof makeCompany>>
let manager: Awaited<ReturnType<typeof makeStaff>>
let headers: Record<string, string>
let serial = 1000

beforeAll(async () => {
  ctx = await createTestContext()
})
beforeEach(async () => {
  company = await makeCompany(ctx)
  manager = await makeStaff(ctx, 'U1')
  headers = await signIn(ctx, manager)
})

const next = () => {
  serial += 1
  return serial
}

async function send(rows: Parameters<typeof bookOf>[0], query = '') {
  const answer = await sendFile(ctx, {
    to: `/auth/upload-users/${query}`,
    headers,
    bytes: bookOf(rows),
    company_name: company.name,
  })
  return answer.json()
}

async function result(job: number) {
  return (await ctx.app.inject({ url: `${ctx.api}/imports/${job}`, headers })).json()
}

/** Sends rows and runs their import. */
async function upload(rows: Parameters<typeof bookOf>[0]) {
  const { job } = await send(rows)
  await ctx.drain(['take-import'])
  return result(job)
}

const person = (email: unknown) =>
  ctx.deps.db.selectFrom('app_user').selectAll().where('email', '=', String(email)).executeTakeFirstOrThrow()

test('imports valid rows and rejects the others with the reason at each cell [B7.7]', async () => {
  const [good, bad] = [workerCells(next()), workerCells(next(), { CURP: 'NADA', 'Código postal': '12' })]
  const answer = await send(workersSheet([good, bad]))
  expect(answer).toEqual({ ok: true, message: expect.any(String), job: expect.any(Number) })
  expect(await ctx.drain(['take-import'])).toBe(1)
  expect(await result(answer.job)).toMatchObject({
    ...{ state: 'finished', rows_total: 2, rows_done: 2, created: 1, updated: 0, unchanged: 0 },
    rejected: [
      { row: 3, field: 'curp', message: 'El CURP no tiene un formato válido. Ejemplo: ABCD901010HDFRLL08' },
      { row: 3, field: 'zip_code', message: 'El código postal debe tener 5 dígitos' },
    ],
  })
  expect(await person(good['Correo electrónico'])).toMatchObject({
    ...{ user_type: 'U2', company_id: company.id, first_name: 'María José', zip_code: '01000' },
    ...{ bank: '40012', birthday: '1970-01-01', biweekly_salary_cents: 800_000, password_hash: null },
  })
})

test('orders no verification of an account, whatever the setting is', async () => {
  await setMode(ctx, 'block')
  const rows = [workerCells(next()), workerCells(next())]
  expect(await upload(workersSheet(rows))).toMatchObject({ created: 2 })
  expect(await ctx.deps.db.selectFrom('account_verification').selectAll().execute()).toEqual([])
  expect(await ctx.deps.db.selectFrom('transfer').select('id').execute()).toEqual([])
  await setMode(ctx, 'off')
})

test('mails one invitation to each new worker', async () => {
  const cells = workerCells(next())
  await ctx.deps.queue.drain('mail-link', async () => undefined)
  await upload(workersSheet([cells]))
  await upload(workersSheet([cells]))
  const invited: unknown[] = []
  await ctx.deps.queue.drain('mail-link', async (data) => void invited.push(data))
  expect(invited).toEqual([{ email: cells['Correo electrónico'], kind: 'invitation' }])
})

test('changes nothing when the same file is imported again', async () => {
  const rows = workersSheet([workerCells(next()), workerCells(next())])
  expect(await upload(rows)).toMatchObject({ created: 2, unchanged: 0 })
  const audited = await ctx.deps.db.selectFrom('audit').select('id').where('subject', '=', 'user').execute()
  expect(await upload(rows)).toMatchObject({ created: 0, updated: 0, unchanged: 2, rejected: [] })
  const after = await ctx.deps.db.selectFrom('audit').select('id').where('subject', '=', 'user').execute()
  expect(after).toHaveLength(audited.length)
})

test('treats the same file, sent twice at once, as one import', async () => {
  const rows = workersSheet([workerCells(next())])
  const [first, second] = await Promise.all([send(rows), send(rows)])
  expect(second.job).toBe(first.job)
})

test('matches workers by CURP, then by e-mail, and ignores empty cells', async () => {
  const [by_curp, by_email] = [workerCells(next()), workerCells(next())]
  await upload(workersSheet([by_curp, by_email]))
  const done = await upload(
    workersSheet([
      { ...by_curp, 'Correo electrónico': `nuevo${serial}@correo.mx`, Ciudad: null },
      { ...by_email, CURP: workerCells(next()).CURP ?? '', Puesto: 'Supervisora' },
    ]),
  )
  expect(done).toMatchObject({ created: 0, updated: 2 })
  expect(await person(`nuevo${serial - 1}@correo.mx`)).toMatchObject({ city: 'Monterrey' })
  expect(await person(by_email['Correo electrónico'])).toMatchObject({ position: 'Supervisora' })
})

test('rejects rows of staff, of another company’s workers and of deactivated users', async () => {
  const [elsewhere, gone] = [
    await makeWorker(ctx),
    await makeWorker(ctx, { company_id: company.id, is_active: false }),
  ]
  const rows = [manager, elsewhere, gone].map(({ email }) =>
    workerCells(next(), { 'Correo electrónico': email }),
  )
  const { rejected, created, updated } = await upload(workersSheet(rows))
  expect({ created, updated }).toEqual({ created: 0, updated: 0 })
  expect(rejected).toEqual([
    {
      ...{ row: 2, field: 'email' },
      message: 'Esa persona es parte del personal: sus datos no se cambian con una carga.',
    },
    { row: 3, field: 'email', message: 'Esa persona trabaja en otra empresa.' },
    { row: 4, field: 'email', message: 'La cuenta de esa persona está desactivada.' },
  ])
})

test('rejects values that another user has at their cells', async () => {
  const holder = await makeWorker(ctx, { company_id: company.id })
  const { rejected } = await upload(
    workersSheet([
      workerCells(next(), {
        'CLABE interbancaria': holder.debit_card_number,
        'Número de cuenta bancaria': holder.bank_account_number,
      }),
      workerCells(next(), { Clave: holder.key }),
    ]),
  )
  expect(rejected).toEqual([
    { row: 2, field: 'debit_card_number', message: 'Número de tarjeta de débito ya existe.' },
    { row: 2, field: 'bank_account_number', message: 'Número de cuenta bancaria ya existe.' },
    { row: 3, field: 'key', message: 'La clave ya existe.' },
  ])
})

function insertTransfer(loan_id: number) {
  const at = '2026-11-20T16:00:00Z'
  return ctx.deps.db
    .insertInto('transfer')
    .values({
      ...{ loan_id, attempt: 1, status: 'pending', tracking_key: `CARGA${loan_id}A1`, numeric_reference: 1 },
      ...{ amount_cents: 100_000, operation_date: '2026-11-20', payment_concept: 'Envio de credito' },
      ...{ beneficiary_name: 'Ana', beneficiary_account: makeClabe(1), account_type_beneficiary: 40 },
      ...{ rfc_curp_beneficiary: 'ND', counterpart_institution: '40012', operating_institution: '90646' },
      ...{ payer_name: 'Q', paying_account: makeClabe(2), rfc_curp_payer: 'ND' },
      ...{ created_at: at, updated_at: at },
    })
    .execute()
}

test('rejects new bank data during an open transfer and imports the other rows', async () => {
  const cells = workerCells(next())
  await upload(workersSheet([cells]))
  const worker = await person(cells['Correo electrónico'])
  const { loan } = await makeLoan(ctx, { state: 'disbursing', worker })
  await insertTransfer(loan.id)
  const other = {
    'CLABE interbancaria': makeClabe(910_000 + serial),
    'Número de cuenta bancaria': String(910_000 + serial).padStart(11, '0'),
  }
  const { rejected, created } = await upload(workersSheet([{ ...cells, ...other }, workerCells(next())]))
  expect(created).toBe(1)
  expect(rejected).toEqual([
    {
      ...{ row: 2, field: 'debit_card_number' },
      message: 'Los datos bancarios no se pueden cambiar mientras haya una transferencia en curso.',
    },
  ])
  expect(await person(worker.email)).toMatchObject({ debit_card_number: worker.debit_card_number })
})

test('rejects a manager’s new e-mail address for a worker whose returned payout waits', async () => {
  const cells = workerCells(next())
  await upload(workersSheet([cells]))
  const worker = await person(cells['Correo electrónico'])
  await makeLoan(ctx, { state: 'payout_returned', worker })
  const other = { ...cells, 'Correo electrónico': `otro${serial}@correo.mx` }
  const { rejected } = await upload(workersSheet([other]))
  expect(rejected).toEqual([{ row: 2, field: 'email', message: 'No tienes permiso para cambiar ese dato.' }])
})

test('returns a preview of what the file would change, and writes nothing', async () => {
  const known = workerCells(next())
  await upload(workersSheet([known]))
  const fresh = workerCells(next())
  const rows = workersSheet([known, { ...known, Clave: 'OTRA' }, fresh, workerCells(next(), { INE: '1a' })])
  const { job, preview } = await send(rows, '?preview=1')
  expect(job).toBeNull()
  expect(preview).toMatchObject({ rows_total: 4, created: 1, updated: 0, unchanged: 1, rejected_count: 2 })
  expect(preview.rows[1].problems).toContainEqual({
    field: 'curp',
    message: 'Repetido: ya está en la fila 2',
  })
  expect(preview.rows[3].problems).toEqual([
    { field: 'ine', message: 'El INE debe contener exactamente 13 dígitos numéricos' },
  ])
  expect(preview.columns[0]).toEqual({ header: 'Nombre', field: 'first_name' })
  expect(await ctx.drain(['take-import'])).toBe(0)
  const found = await ctx.deps.db
    .selectFrom('app_user')
    .select('id')
    .where('email', '=', String(fresh['Correo electrónico']))
    .execute()
  expect(found).toEqual([])
})

test('returns rejected rows as a file that can be corrected and imported', async () => {
  const cells = workerCells(next(), { Teléfono: '12', Clave: '00042', 'Código postal': 1000 })
  const { id } = await upload([['Trabajadores de la planta'], ...workersSheet([cells])])
  const file = await ctx.app.inject({ url: `${ctx.api}/imports/${id}/rejected.xlsx`, headers })
  const taken = await ctx.deps.db
    .selectFrom('audit')
    .select(['actor_id', 'subject_id', 'after'])
    .where('action', '=', 'list.exported')
    .executeTakeFirstOrThrow()
  expect(taken).toEqual({
    ...{ actor_id: manager.id, subject_id: id },
    after: { list: 'Filas rechazadas', file_name: 'datos.xlsx', format: 'xlsx', rows: 1 },
  })
  const book = read(file.rawPayload)
  const [head = [], row = []] = utils.sheet_to_json<string[]>(book.Sheets[book.SheetNames[0] ?? ''] ?? {}, {
    header: 1,
  })
  expect(head.at(-1)).toBe('Motivo')
  expect(row.at(-1)).toBe('Teléfono: El número debe tener exactamente 10 dígitos')
  expect(row[head.indexOf('Clave')]).toBe('00042')
  expect(row[head.indexOf('Código postal')]).toBe('01000')
  row[head.indexOf('Teléfono')] = '81 1234 5678'
  expect(await upload([head, row])).toMatchObject({ created: 1, rejected: [] })
})

test('continues an import that was killed and imports no row twice', async () => {
  const rows = Array.from({ length: 7 }, () => workerCells(next()))
  const { job } = await send(workersSheet(rows))
  expect(await importRows(ctx.deps, job, 3)).toBe(true)
  // The process dies in its second batch, after all its writes and before the commit.
  const publish = () => Promise.reject(new Error('killed'))
  const died = importRows({ ...ctx.deps, events: { ...ctx.deps.events, publish } }, job, 3)
  await expect(died).rejects.toThrow('killed')
  expect(await result(job)).toMatchObject({ state: 'running', rows_done: 3 })
  await Promise.all([runImport(ctx.deps, job), runImport(ctx.deps, job)])
  expect(await result(job)).toMatchObject({ state: 'finished', rows_done: 7, created: 7 })
  await runImport(ctx.deps, job)
  expect(await result(job)).toMatchObject({ created: 7, rejected: [] })
  await ctx.deps.queue.drain('take-import', async () => undefined)
})

/** Resolves once a transaction waits for a row that another one has locked. */
async function waitForLock() {
  for (;;) {
    const { rows } = await sql<{ waiting: boolean }>`
      select exists (select from pg_locks where not granted and locktype = 'transactionid') as waiting`.execute(
      ctx.deps.db,
    )
    if (rows[0]?.waiting === true) return
    await sleep(20)
  }
}

test('rejects only the row that the database refuses', async () => {
  const rows = Array.from({ length: 3 }, () => workerCells(next()))
  const { job } = await send(workersSheet(rows))
  const other = await makeWorker(ctx)
  // Another user takes the second row's e-mail address between the check and the insert, which waits for the lock.
  const { importing } = await ctx.deps.db.transaction().execute(async (trx) => {
    const email = String(rows[1]?.['Correo electrónico'])
    await trx.updateTable('app_user').set({ email }).where('id', '=', other.id).execute()
    const begun = { importing: runImport(ctx.deps, job) }
    await waitForLock()
    return begun
  })
  await importing
  expect(await result(job)).toMatchObject({
    created: 2,
    rejected_count: 1,
    rejected: [{ row: 3, field: 'email' }],
  })
  await ctx.deps.queue.drain('take-import', async () => undefined)
})

test('notifies the uploader at the end, and hides the import from other managers', async () => {
  const done = await upload(workersSheet([workerCells(next())]))
  const notice = await ctx.deps.db
    .selectFrom('notification')
    .select(['title', 'message'])
    .where('recipient_id', '=', manager.id)
    .executeTakeFirstOrThrow()
  expect(notice).toEqual({ title: 'Terminó la carga de usuarios', message: 'datos.xlsx: 1 alta.' })
  const url = `${ctx.api}/imports/${done.id}`
  const [colleague, admin] = [await makeStaff(ctx, 'U1'), await makeStaff(ctx, 'U0')]
  expect((await ctx.app.inject({ url, headers: await signIn(ctx, colleague) })).statusCode).toBe(404)
  expect((await ctx.app.inject({ url, headers: await signIn(ctx, admin) })).statusCode).toBe(200)
  const list = (await ctx.app.inject({ url: `${ctx.api}/imports?kind=users`, headers })).json()
  expect(list).toMatchObject({ count: 1, results: [{ id: done.id, company_name: company.name }] })
})

test('serves a template with text columns, which is rejected while empty and can be imported once filled', async () => {
  const template = await ctx.app.inject({ url: `${ctx.api}/imports/template/users`, headers })
  expect(template.headers['content-disposition']).toBe('attachment; filename="plantilla-usuarios.xlsx"')
  const bytes = template.rawPayload
  const sent = { to: '/auth/upload-users/', headers, company_name: company.name }
  expect((await sendFile(ctx, { ...sent, bytes })).json()).toEqual({
    ...{ ok: false, error: 'El archivo no tiene filas con datos.' },
  })
  const book = read(bytes, { cellNF: true })
  const sheet = book.Sheets.Usuarios ?? {}
  expect(sheet.A2?.z).toBe('@')
  const cells = workerCells(next())
  const [head = []] = utils.sheet_to_json<string[]>(sheet, { header: 1 })
  utils.sheet_add_aoa(sheet, [head.map((header) => cells[header] ?? '')], { origin: 'A2' })
  const { job } = (
    await sendFile(ctx, { ...sent, bytes: Buffer.from(write(book, { type: 'array' })) })
  ).json()
  await ctx.drain(['take-import'])
  expect(await result(job)).toMatchObject({ created: 1, rejected: [] })
})

test('deletes rejected rows after 30 days and keeps their count', async () => {
  const { id } = await upload(workersSheet([workerCells(next(), { INE: 'x' })]))
  const kept = async () =>
    (await ctx.deps.db.selectFrom('import_row').select('number').where('job_id', '=', id).execute()).length
  ctx.setNow('2026-12-19T16:00:00Z')
  await ctx.runJob('purge-expired-data', {})
  expect(await kept()).toBe(1)
  ctx.setNow('2026-12-21T16:00:00Z')
  await ctx.runJob('purge-expired-data', {})
  expect(await kept()).toBe(0)
  ctx.setNow('2026-11-20T16:00:00Z')
  expect(await result(id)).toMatchObject({ rejected_count: 1, rejected: [] })
})

test('rejects a missing or unknown company with 422 [B3.13]', async () => {
  for (const company_name of [undefined, '', 'Nadie S.A.']) {
    const answer = await sendFile(ctx, {
      ...{ to: '/auth/upload-users/', headers, bytes: bookOf([]) },
      ...(company_name === undefined ? {} : { company_name }),
    })
    expect(answer.statusCode).toBe(422)
    expect(answer.json().errors.company_name).toEqual([
      'Debe seleccionar una empresa antes de subir el archivo.',
    ])
  }
})
