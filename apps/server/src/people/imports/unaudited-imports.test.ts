import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestContext, type TestContext } from '../../../test/context.ts'
import { makeStaff, signIn } from '../../../test/factories.ts'
import { sendFile } from '../../../test/uploads.ts'
import { bookOf } from '../../../test/worker-sheet.ts'
import { runImport } from './commands/run-import.ts'

let ctx: TestContext
beforeAll(async () => {
  ctx = await createTestContext()
  await sql`create function drop_audit() returns trigger language plpgsql as $$ begin return null; end $$`.execute(
    ctx.superuser,
  )
})
afterAll(() => sql`drop function drop_audit cascade`.execute(ctx.superuser))

const head = [
  ...['Clave', 'Nombre', 'Industria', 'Dirección', 'Correo electrónico', 'Teléfono'],
  ...['Tasa de interés', 'Comisión por anticipo'],
]
const row = ['ZZ1', 'Molinos', 'Salud', 'Calle 1', 'rh@zz1.mx', '5512345678', 0.18, 150]

test('an upload whose audit rows somebody drops fails with their number, and refuses no row', async () => {
  const headers = await signIn(ctx, await makeStaff(ctx, 'U0'))
  const bytes = await bookOf([head, row])
  expect((await sendFile(ctx, { to: '/company/upload-company', headers, bytes })).statusCode).toBeLessThan(
    300,
  )
  await ctx.deps.queue.drain('take-import', async () => undefined)
  const { id } = await ctx.deps.db.selectFrom('import_job').select('id').executeTakeFirstOrThrow()
  await sql`create trigger a_drop before insert on audit for each row execute function drop_audit()`.execute(
    ctx.superuser,
  )
  await expect(runImport(ctx.deps, id)).rejects.toThrow('the database wrote 0 audit rows of 1')
  expect(
    await ctx.deps.db
      .selectFrom('import_job')
      .select(['created_count', 'rejected_count'])
      .executeTakeFirstOrThrow(),
  ).toEqual({ created_count: 0, rejected_count: 0 })
})
