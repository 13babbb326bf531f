import { read, utils } from '@e965/xlsx'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { createTestContext, type TestContext } from '../../../test/context.ts'
import { makeCompany, makeStaff, makeWorker, signIn } from '../../../test/factories.ts'
import { makeActiveLoan, makeLoan, payWhole } from '../../../test/loans.ts'

let ctx: TestContext
let staff: Record<string, string>
let address: string
beforeAll(async () => {
  ctx = await createTestContext()
  staff = await signIn(ctx, await makeStaff(ctx))
  address = await ctx.app.listen({ port: 0, host: '127.0.0.1' })
})

const download = (path: string) => ctx.app.inject({ url: ctx.api + path, headers: staff })

async function sheetOf(path: string) {
  const answer = await download(path)
  expect(answer.statusCode).toBe(200)
  const book = read(answer.rawPayload, { cellNF: true, cellFormula: true })
  const [name = ''] = book.SheetNames
  return { answer, name, sheet: book.Sheets[name] ?? {} }
}

/** Fields of each CSV line, without quotes. */
function csvOf(text: string) {
  const lines = text.replace(/^\uFEFF/, '').split('\r\n')
  return lines.map((line) =>
    [...line.matchAll(/("(?:[^"]|"")*"|[^,]*)(?:,|$)/g)].map(([, field = '']) =>
      field.replace(/^"|"$/g, '').replaceAll('""', '"'),
    ),
  )
}

test('exports loans as .xlsx with the list’s filters, money and dates as numbers, text as text [B2.25]', async () => {
  const company = await makeCompany(ctx, { name: 'Textiles "Ñandú", S.A.' })
  const worker = await makeWorker(ctx, {
    ...{ company_id: company.id, first_name: '=1+1', last_name: 'Nuñez' },
    ...{ curp: 'NUXA900514MNLXXN09', rfc: 'NUXA900514QX1' },
  })
  const { loan } = await makeLoan(ctx, { worker, amount_cents: 1_234_550 })
  await makeLoan(ctx, { worker, type: 'advance', state: 'approved', amount_cents: 50_000 })
  const { answer, name, sheet } = await sheetOf(`/loan/export?type=credit&company=${company.id}`)
  expect(name).toBe('Solicitudes')
  expect(answer.headers).toMatchObject({
    'content-disposition': 'attachment; filename="Creditos_Textiles-Nandu-S-A_2026-11-20.xlsx"',
    'cache-control': 'private, no-store',
    'x-total-rows': '1',
  })
  const rows = utils.sheet_to_json<Record<string, unknown>>(sheet)
  expect(rows).toHaveLength(1)
  expect(rows[0]).toMatchObject({
    Folio: loan.folio,
    Usuario: '=1+1 Nuñez',
    Empresa: 'Textiles "Ñandú", S.A.',
    ...{ Clave: worker.key, CURP: 'NUXA900514MNLXXN09', RFC: 'NUXA900514QX1' },
    ...{ Situación: 'En análisis', 'Días de atraso': 0 },
    Estatus: 'En análisis',
    Monto: 12_345.5,
    'Tasa de interés': 0.18,
    Periodo: '12 meses',
  })
  expect([sheet.C2?.t, sheet.C2?.f, sheet.C2?.z]).toEqual(['s', undefined, '@'])
  expect(sheet.J2).toMatchObject({ t: 'n', w: '$12,345.50' })
  expect(sheet.W2).toMatchObject({ t: 'n', w: '20/11/2026 10:00' })
  expect(sheet['!autofilter']).toEqual({ ref: 'A1:W2' })
})

test('exports users as CSV with a byte order mark and quotes, and without formulas or accounts', async () => {
  const company = await makeCompany(ctx, { name: 'Comas, "y comillas"' })
  const values = {
    company_id: company.id,
    first_name: '=cmd|" /C calc"!A0',
    last_name: '+52',
    position: '-1',
  }
  await makeWorker(ctx, { ...values, email: 'a@formula.mx' })
  await makeWorker(ctx, { company_id: company.id, first_name: 'Zoé', email: 'z@formula.mx' })
  const answer = await download(`/auth/users/export?format=csv&company=${company.id}&ordering=email`)
  expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8')
  expect(answer.body.startsWith('\uFEFFClave,Nombre,')).toBe(true)
  const [head = [], first = [], second = [], rest] = csvOf(answer.body)
  const at = (name: string) => head.indexOf(name)
  expect(first[at('Nombre')]).toBe(`'=cmd|" /C calc"!A0`)
  expect([first[at('Apellidos')], first[at('Puesto')]]).toEqual(["'+52", "'-1"])
  expect(first[at('Empresa')]).toBe('Comas, "y comillas"')
  expect(first[at('Sueldo mensual')]).toBe('16000.00')
  expect(second[at('Nombre')]).toBe('Zoé')
  expect(rest?.join('')).toBe('')
  expect(head.some((name) => /CLABE|tarjeta|cuenta|INE|Domicilio/i.test(name))).toBe(false)
})

test('the file of one company and month says so in its name', async () => {
  const company = await makeCompany(ctx, { name: 'Café del Sur' })
  const month = 'from=2026-11-01&to=2026-11-30&format=csv'
  const nameOf = async (path: string) => (await download(path)).headers['content-disposition']
  const named = (list: string) => `attachment; filename="${list}_Cafe-del-Sur_2026-11-01_2026-11-30.csv"`
  expect(await nameOf(`/loan/export?type=advance&company=${company.id}&${month}`)).toBe(named('Anticipos'))
  expect(await nameOf(`/auth/users/export?company=${company.id}&${month}`)).toBe(named('Usuarios'))
  expect(await nameOf(`/stp/export?company__id=${company.id}&${month}`)).toBe(named('Ordenes_STP'))
})

test('exports companies and orders; a list without rows is the header alone', async () => {
  await makeCompany(ctx, { key: 'EXPORT1', name: 'Exportadora del Norte', interest_rate: 0.225 })
  const { sheet } = await sheetOf('/company/export?search=Exportadora%20del')
  expect(utils.sheet_to_json(sheet)).toMatchObject([{ Clave: 'EXPORT1', 'Tasa de interés': 0.225 }])
  expect(sheet.H2?.w).toBe('22.5%')
  const orders = await sheetOf('/stp/export?state=LQ')
  const [columns = [], ...none] = utils.sheet_to_json<string[]>(orders.sheet, { header: 1 })
  expect(columns.slice(0, 3)).toEqual(['Clave de rastreo', 'Cuenta beneficiario', 'Institución destino'])
  expect(none).toEqual([])
  const { order } = await makeActiveLoan(ctx)
  const sent = await sheetOf(`/stp/export?search=${order.tracking_key}`)
  expect(utils.sheet_to_json(sent.sheet)).toMatchObject([
    { 'Cuenta beneficiario': `…${order.beneficiary_account.slice(-4)}` },
  ])
  const csv = await download('/stp/export?format=csv&search=nada')
  expect(csvOf(csv.body)).toHaveLength(2)
})

test('refuses a wrong format, order or caller, and writes each export to the audit trail', async () => {
  expect((await download('/loan/export?format=pdf')).statusCode).toBe(422)
  expect((await download('/loan/export?ordering=secret')).statusCode).toBe(422)
  const worker = await signIn(ctx, await makeWorker(ctx))
  expect((await ctx.app.inject({ url: `${ctx.api}/loan/export`, headers: worker })).statusCode).toBe(403)
  await download('/loan/export?format=csv&status=REJ')
  const row = await ctx.deps.db
    .selectFrom('audit')
    .selectAll()
    .where('action', '=', 'list.exported')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  expect(row.after).toEqual({ list: 'Solicitudes', format: 'csv', rows: 0, filters: { status: 'REJ' } })
})

test('keeps no whole account number and no CURP of a search in the audit trail', async () => {
  const search = 'ana 012180001234567897 rana900514mnlmxn09'
  await download(`/auth/users/export?format=csv&search=${encodeURIComponent(search)}&ordering=email`)
  const { after } = await ctx.deps.db
    .selectFrom('audit')
    .select('after')
    .where('action', '=', 'list.exported')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  expect(after).toMatchObject({ filters: { search: 'ana ••••7897 rana••••', ordering: 'email' } })
})

const openTransactions = async () =>
  (
    await sql<{ count: number }>`select count(*) from pg_stat_activity
      where datname = current_database() and state = 'idle in transaction'`.execute(ctx.deps.db)
  ).rows[0]?.count

test.each(['csv', 'xlsx'])(
  'exports 12,345 rows as %s once and in order; a disconnect frees the connection',
  async (format) => {
    const company = await makeCompany(ctx)
    await sql`insert into app_user (user_type, email, first_name, last_name, company_id)
    select 'U2', lpad(n::text, 6, '0') || ${`@${format}.mx`}, 'Ana', 'Ruiz', ${company.id}::bigint from generate_series(1, 12345) n`.execute(
      ctx.deps.db,
    )
    const path = `/auth/users/export?format=${format}&company=${company.id}&ordering=email`
    const answer = await download(path)
    const emails =
      format === 'csv'
        ? csvOf(answer.body).map((fields) => fields[3])
        : utils
            .sheet_to_json<string[]>(read(answer.rawPayload).Sheets.Usuarios ?? {}, { header: 1 })
            .map((row) => row[3])
    const wanted = Array.from({ length: 12_345 }, (_, n) => `${String(n + 1).padStart(6, '0')}@${format}.mx`)
    expect(emails.slice(1, 12_346)).toEqual(wanted)

    for (let n = 0; n < 6; n += 1) {
      const leaving = new AbortController()
      const { status, body } = await fetch(`${address}${ctx.api}${path}`, {
        headers: staff,
        signal: leaving.signal,
      })
      // A place that a disconnect did not free would be missing after four.
      expect(status).toBe(200)
      await body?.getReader().read()
      leaving.abort()
      await expect.poll(openTransactions, { timeout: 15_000 }).toBe(0)
    }
  },
  60_000,
)

test('an export whose audit row fails frees its place for the next', async () => {
  await sql`create function refuse_export() returns trigger language plpgsql as 'begin raise exception ''no trail''; end'`.execute(
    ctx.superuser,
  )
  await sql`create trigger refuse_export before insert on audit for each row
    when (new.action = 'list.exported') execute function refuse_export()`.execute(ctx.superuser)
  for (let attempt = 0; attempt < 6; attempt += 1)
    expect((await download('/company/export?format=csv')).statusCode).toBe(500)
  await sql`drop trigger refuse_export on audit`.execute(ctx.superuser)
  expect((await download('/company/export?format=csv')).statusCode).toBe(200)
})

test('exports payments with the division of each, in the figures of its receipt', async () => {
  const { loan, worker } = await makeActiveLoan(ctx, { tax_rate: 0.16 })
  const paid = await ctx.app.inject({
    ...{ method: 'POST', url: `${ctx.api}/loan/payment` },
    headers: { ...staff, 'idempotency-key': `export-${loan.id}` },
    payload: {
      ...{ loan_request: loan.id, amount_paid: 5000, previous_amount_due: 11_001.61 },
      ...{ channel: 'deposit', reference: 'FICHA 77', excess: 'shorter_term' },
    },
  })
  const { discount, new_amount_due } = paid.json()
  const { name, sheet } = await sheetOf(`/loan/payment/export?loan_request__id=${loan.id}`)
  expect(name).toBe('Pagos')
  expect(utils.sheet_to_json<Record<string, unknown>>(sheet)).toEqual([
    expect.objectContaining({
      ...{ Folio: loan.folio, Usuario: `${worker.first_name} ${worker.last_name}`, Monto: 5000 },
      ...{ Medio: 'Depósito', Referencia: 'FICHA 77', Vencido: 0, 'A cuenta': 916.8, Anticipado: 4083.2 },
      ...{ Capital: 4083.2, Intereses: 0, IVA: 0, Ahorro: discount, 'Deuda actual': new_amount_due },
    }),
  ])
})

test('exports a payment that settles its loan without parts, not with parts of 0', async () => {
  const { loan } = await makeActiveLoan(ctx, { type: 'advance', amount_cents: 200_000 })
  await payWhole(ctx, loan)
  const { sheet } = await sheetOf(`/loan/payment/export?loan_request__id=${loan.id}`)
  const [row] = utils.sheet_to_json<Record<string, unknown>>(sheet)
  expect(row).toMatchObject({ Monto: 2150, Capital: 2000, Intereses: 150, 'Deuda actual': 0 })
  expect(row).not.toHaveProperty('Vencido')
  expect(row).not.toHaveProperty('Anticipado')
})
