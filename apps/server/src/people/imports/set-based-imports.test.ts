import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { createTestContext, type TestContext } from '../../../test/context.ts'
import { makeCompany, makeStaff, makeWorker, signIn } from '../../../test/factories.ts'
import { sendFile } from '../../../test/uploads.ts'
import { bookOf, workerCells, workersSheet } from '../../../test/worker-sheet.ts'
import type { CommandContext } from '../../command/context.ts'
import { runImport } from './commands/run-import.ts'
import { startImport } from './commands/start-import.ts'
import { type ReadFile, readSpreadsheet } from './rules/read-spreadsheet.ts'

let ctx: TestContext
let company: Awaited<ReturnType<typeof makeCompany>>
let manager: Awaited<ReturnType<typeof makeStaff>>
let headers: Record<string, string>
beforeAll(async () => {
  ctx = await createTestContext()
  company = await makeCompany(ctx)
  manager = await makeStaff(ctx, 'U1')
  headers = await signIn(ctx, manager)
})

let serial = 70_000
/** Cells of so many new workers. */
const newCells = (count: number, values: Parameters<typeof workerCells>[1] = {}) =>
  Array.from({ length: count }, () => {
    serial += 1
    return workerCells(serial, values)
  })

type Cells = ReturnType<typeof newCells>

async function send(cells: Cells): Promise<number> {
  const bytes = bookOf(workersSheet(cells))
  const sent = { to: '/auth/upload-users/', headers, bytes, company_name: company.name }
  return (await sendFile(ctx, sent)).json().job
}

async function result(job: number) {
  return (await ctx.app.inject({ url: `${ctx.api}/imports/${job}`, headers })).json()
}

async function importAll(cells: Cells) {
  const job = await send(cells)
  await runImport(ctx.deps, job)
  await ctx.deps.queue.drain('take-import', async () => undefined)
  return result(job)
}

const emailOf = (cells: Cells[number] | undefined) => String(cells?.['Correo electrónico'])

/** The backend that waits for another transaction's end. */
async function waitingBackend(): Promise<number> {
  for (;;) {
    const { rows } = await sql<{ pid: number }>`
      select pid from pg_locks where not granted and locktype = 'transactionid'`.execute(ctx.superuser)
    if (rows[0] !== undefined) return rows[0].pid
    await sleep(20)
  }
}

const countOf = async (emails: string[]) =>
  (await ctx.deps.db.selectFrom('app_user').select('id').where('email', 'in', emails).execute()).length

test('one batch creates, updates, leaves and rejects rows, with an audit row and an invitation for each new worker', async () => {
  const [same = {}, moved = {}] = newCells(2)
  await importAll([same, moved])
  const taken = await makeWorker(ctx)
  const fresh = newCells(25)
  await sql`delete from pgboss.job`.execute(ctx.deps.db)
  const done = await importAll([
    same,
    { ...moved, Puesto: 'Supervisora' },
    ...fresh,
    ...newCells(1, { 'CLABE interbancaria': taken.debit_card_number }),
  ])
  expect(done).toMatchObject({ created: 25, updated: 1, unchanged: 1, rejected_count: 1 })
  expect(done.rejected).toMatchObject([{ row: 29, field: 'debit_card_number' }])
  const people = await ctx.deps.db
    .selectFrom('app_user as u')
    .innerJoin('audit as a', (join) =>
      join
        .onRef('a.subject_id', '=', 'u.id')
        .on('a.subject', '=', 'user')
        .on('a.action', '=', 'user.created'),
    )
    .innerJoin('worker_change as w', 'w.user_id', 'u.id')
    .select(['u.email', 'a.after', 'w.field', 'w.import_id'])
    .where('u.email', 'in', fresh.map(emailOf))
    .orderBy('u.id')
    .execute()
  expect(people).toEqual(
    fresh.map((cells) => ({
      email: emailOf(cells),
      after: { email: emailOf(cells), user_type: 'U2', company_id: company.id },
      field: 'created',
      import_id: done.id,
    })),
  )
  const mails = await sql<{ email: string; wait_s: number }>`
    select data ->> 'email' as email, round(extract(epoch from start_after - created_on))::int as wait_s
    from pgboss.job where name = 'mail-link'`.execute(ctx.deps.db)
  const waits = new Map(mails.rows.map(({ email, wait_s }) => [email, wait_s]))
  // Ten a second.
  expect(fresh.map((cells) => waits.get(emailOf(cells)))).toEqual(fresh.map((_, n) => Math.floor(n / 10)))
})

test('rejects only the rows that a constraint of the database refuses', async () => {
  const refused = newCells(2, { Puesto: 'Prohibida' })
  const rows = [...newCells(11), ...refused.slice(0, 1), ...newCells(9), ...refused.slice(1), ...newCells(4)]
  await sql`alter table app_user add constraint no_such_position check (position <> 'Prohibida') not valid`.execute(
    ctx.superuser,
  )
  const done = await importAll(rows)
  await sql`alter table app_user drop constraint no_such_position`.execute(ctx.superuser)
  const message = expect.any(String)
  expect(done).toMatchObject({ state: 'finished', created: 24, rejected_count: 2 })
  expect(done.rejected).toEqual([
    { row: 13, field: '', message },
    { row: 23, field: '', message },
  ])
  expect(await countOf(rows.map(emailOf))).toBe(24)
})

test('creates a worker whose e-mail address another transaction takes and gives back', async () => {
  const rows = newCells(3)
  const job = await send(rows)
  const other = await makeWorker(ctx)
  const started: { importing?: Promise<void> } = {}
  const rolledBack = ctx.deps.db.transaction().execute(async (trx) => {
    await trx
      .updateTable('app_user')
      .set({ email: emailOf(rows[1]) })
      .where('id', '=', other.id)
      .execute()
    started.importing = runImport(ctx.deps, job)
    await waitingBackend()
    throw new Error('taken back')
  })
  await expect(rolledBack).rejects.toThrow('taken back')
  await started.importing
  expect(await result(job)).toMatchObject({ created: 3, rejected_count: 0 })
  await ctx.deps.queue.drain('take-import', async () => undefined)
})

test('continues after its connection was killed in the middle of a batch, and creates nobody twice', async () => {
  const rows = newCells(5)
  const job = await send(rows)
  const other = await makeWorker(ctx)
  await ctx.deps.db.transaction().execute(async (trx) => {
    await trx
      .updateTable('app_user')
      .set({ email: emailOf(rows[3]) })
      .where('id', '=', other.id)
      .execute()
    // The import waits in the middle of its insert.
    const importing = runImport(ctx.deps, job)
    const dies = expect(importing).rejects.toThrow()
    const pid = await waitingBackend()
    await sql`select pg_terminate_backend(${pid}::int)`.execute(ctx.superuser)
    await dies
  })
  expect(await result(job)).toMatchObject({ state: 'waiting', rows_done: 0 })
  expect(await countOf(rows.map(emailOf))).toBe(1)
  await runImport(ctx.deps, job)
  expect(await result(job)).toMatchObject({
    ...{ state: 'finished', created: 4 },
    rejected: [{ row: 5, field: 'email' }],
  })
  await ctx.deps.queue.drain('take-import', async () => undefined)
})

test('stores nothing of a file whose sender leaves while its rows are stored', async () => {
  const bytes = bookOf(workersSheet(newCells(1300)))
  const leaving = new AbortController()
  const stored: number[] = []
  async function* leaveInTheMiddle({ batches }: ReadFile) {
    for await (const batch of batches) {
      yield batch
      stored.push(JSON.parse(batch).length)
      leaving.abort()
    }
  }
  const user = { id: manager.id, user_type: 'U1' as const, company_id: null }
  const context: CommandContext = { user, session_id: null, ip: null, user_agent: null }
  const file_name = 'a-medias.xlsx'
  const reading = readSpreadsheet({ kind: 'users', bytes }, leaving.signal, (file) =>
    startImport(ctx.deps, context, {
      ...{ kind: 'users', company_id: company.id, file_name, file_sha256: Buffer.from('ab', 'hex') },
      file: { ...file, batches: leaveInTheMiddle(file) },
    }),
  )
  await expect(reading).rejects.toMatchObject({ code: 'import.abandoned' })
  expect(stored[0]).toBe(250)
  expect(stored.length).toBeLessThan(5)
  const jobs = ctx.deps.db.selectFrom('import_job').select('id').where('file_name', '=', file_name)
  expect(await jobs.execute()).toEqual([])
})
