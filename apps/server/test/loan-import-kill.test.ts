import { sql } from 'kysely'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { createTestContext, type TestContext } from './context.ts'
import { makeCompany, makeStaff, signIn } from './factories.ts'
import { sendLoanBook } from './loan-imports.ts'
import { type ServerProcess, startServerProcess } from './server-process.ts'

const loanCount = 1500

let ctx: TestContext
let server: ServerProcess | undefined
beforeAll(async () => {
  ctx = await createTestContext()
  ctx.setNow('2026-11-20T16:00:00Z')
})
afterEach(() => server?.kill())

const countLoans = async () => {
  const counted = ctx.deps.db.selectFrom('loan').select((eb) => eb.fn.countAll<number>().as('count'))
  return (await counted.executeTakeFirstOrThrow()).count
}

/** Workers with the numbers that the workbook has. */
async function makeWorkers(company_id: number) {
  await sql`insert into app_user (email, first_name, last_name, user_type, key, company_id, password_hash, created_at,
      updated_at)
    select 'w' || n || '@empresa.mx', 'Ana', 'Ruiz ' || n, 'U2', 'E' || n, ${company_id}, 'x', now(), now()
    from generate_series(1, ${loanCount}::int) as n`.execute(ctx.superuser)
}

function workbook(company: string) {
  const ids = Array.from({ length: loanCount }, (_, index) => index + 1)
  return {
    loans: ids.map((number) => ({
      ...{
        'Folio anterior': `K-${number}`,
        'Clave de la empresa': company,
        'Número de empleado': `E${number}`,
      },
      ...{ Tipo: 'Crédito', Monto: 12_000, 'Tasa anual': 0.36, Frecuencia: 'Mensual', 'Número de pagos': 12 },
      'Fecha de entrega': '15/05/2026',
    })),
    payments: ids.map((number) => ({
      ...{ 'Folio anterior': `K-${number}`, Fecha: '15/06/2026', Monto: 1205.55 },
      'Forma de pago': 'Descuento',
    })),
    balances: ids.map((number) => ({ 'Folio anterior': `K-${number}`, Saldo: 0 })),
  }
}

async function approvedImport(): Promise<number> {
  const company = await makeCompany(ctx)
  await makeWorkers(company.id)
  const headers = await signIn(ctx, await makeStaff(ctx, 'U0'))
  const fields = { accepts_differences: 'true' }
  const asked = await sendLoanBook(ctx, '/loan-imports', { book: workbook(company.key), headers, fields })
  const { import: started, approval } = asked.json()
  const second = await signIn(ctx, await makeStaff(ctx, 'U0'))
  const url = `${ctx.api}/approvals/${approval.id}/approve`
  expect((await ctx.app.inject({ method: 'POST', url, headers: second })).statusCode).toBe(200)
  return started.id
}

test('a process that is killed while it imports leaves nothing, and the next one imports all of it once', async () => {
  const id = await approvedImport()
  const row = () =>
    ctx.deps.db.selectFrom('loan_import').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  server = await startServerProcess(ctx)
  await expect
    .poll(async () => (await row()).loans_done, { timeout: 120_000, interval: 20 })
    .toBeGreaterThan(0)
  await server.kill()
  const { state, loans_done } = await row()
  expect(state).toBe('approved')
  expect(loans_done).toBeLessThan(loanCount)
  expect(await countLoans()).toBe(0)

  // The job is given to another process when the heartbeats of the killed one are missed for 30 seconds.
  server = await startServerProcess(ctx)
  await expect.poll(async () => (await row()).state, { timeout: 240_000, interval: 500 }).toBe('finished')
  expect(await countLoans()).toBe(loanCount)
  const { rows } = await sql<{ count: number }>`select count(*) from ledger_entry
    where loan_import_id = ${id} and kind = 'opening_principal'`.execute(ctx.deps.db)
  expect(rows[0]?.count).toBe(loanCount)
}, 480_000)
