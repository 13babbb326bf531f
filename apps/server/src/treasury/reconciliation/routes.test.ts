import { read } from '@e965/xlsx'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestContext, type TestContext } from '../../../test/context.ts'
import { makeStaff } from '../../../test/factories.ts'
import { makeActiveLoan, makeOffer, signIn } from '../../../test/loans.ts'
import { readSpreadsheet } from '../../../test/read-spreadsheet.ts'
import {
  changeAtStp,
  createBankDays,
  makeSettled,
  openOn,
  readDay,
  runDay,
} from '../../../test/reconciliation.ts'

let ctx: TestContext
let manager: Record<string, string>
let admin: Record<string, string>
let day = ''
const startBankDay = createBankDays()

beforeAll(async () => {
  ctx = await createTestContext()
  ctx.simulator.configure({ settle_ms: null })
})

beforeEach(async () => {
  day = await startBankDay(ctx)
  manager = await signIn(ctx, await makeStaff(ctx, 'U1'))
  admin = await signIn(ctx, await makeStaff(ctx, 'U0'))
})

const weekAfter = (of: string) => Temporal.PlainDate.from(of).add({ days: 7 }).toString()

const get = (path: string) => ctx.app.inject({ url: `${ctx.api}${path}`, headers: manager })

function note(id: number, payload: object, headers = manager) {
  const url = `${ctx.api}/stp/reconciliation/differences/${id}/note`
  return ctx.app.inject({ method: 'POST', url, headers, payload })
}

/** Makes a day with one difference: STP has another amount. */
async function makeDifference() {
  const { loan, order } = await makeActiveLoan(ctx)
  await changeAtStp(ctx, order.tracking_key, { cuerpo: { monto: '9999.99' } })
  const found = await runDay(ctx, day, manager)
  expect(openOn(found)).toEqual([`amount ${order.tracking_key}`])
  return { loan, order, difference: found.differences.results[0] }
}

test('keeps a note after another run, and keeps a difference closed that an admin closed', async () => {
  const { difference } = await makeDifference()
  const noted = await note(difference.id, { note: 'Preguntamos a STP' })
  expect(noted.json()).toMatchObject({
    note: 'Preguntamos a STP',
    noted_by_name: 'Gerardo Soto',
    closed_at: null,
  })
  ctx.setNow(`${day}T16:05:00Z`)
  const again = await runDay(ctx, day, manager)
  expect(again.differences.results).toEqual([{ ...noted.json(), seen_at: `${day}T16:05:00.000Z` }])
  expect((await note(difference.id, { note: 'Correcto', close: true })).statusCode).toBe(403)
  const closed = await note(difference.id, { note: 'STP lo corrigió', close: true }, admin)
  expect(closed.json()).toMatchObject({ closed_by_staff: true, note: 'STP lo corrigió' })
  expect((await note(difference.id, { note: 'Otra vez', close: true }, admin)).json().code).toBe(
    'difference.closed',
  )
  const after = await runDay(ctx, day, manager)
  expect(after).toMatchObject({ status: 'balanced', open_differences: 0 })
  expect(after.differences.count).toBe(1)
  const actions = await ctx.deps.db
    .selectFrom('audit')
    .select('action')
    .where('subject_id', '=', difference.id)
    .where('subject', '=', 'difference')
    .orderBy('id')
    .execute()
  expect(actions.map(({ action }) => action)).toEqual(['difference.noted', 'difference.closed'])
})

test('closes a difference that is gone, and opens it again when it is back', async () => {
  const { order, loan, difference } = await makeDifference()
  await changeAtStp(ctx, order.tracking_key, { cuerpo: { monto: String(loan.amount_cents / 100) } })
  expect(await runDay(ctx, day, manager)).toMatchObject({
    status: 'balanced',
    differences: { results: [{ id: difference.id, closed_by_staff: false }] },
  })
  await changeAtStp(ctx, order.tracking_key, { cuerpo: { monto: '1.00' } })
  const back = await runDay(ctx, day, manager)
  expect(back).toMatchObject({
    status: 'differences',
    differences: { results: [{ id: difference.id, closed_at: null, stp: { amount: 1 } }] },
  })
})

test('rejects an empty note with 422 and a note on an unknown difference with 404', async () => {
  const { difference } = await makeDifference()
  const empty = await note(difference.id, { note: ' ' })
  expect([empty.statusCode, empty.json().errors]).toEqual([422, { note: ['Escribe la nota'] }])
  expect((await note(999_999, { note: 'Nada' })).json().code).toBe('difference.not_found')
})

test('lists days newest first, by page, by day and by open differences', async () => {
  await makeDifference()
  const list = async (query: string) => (await get(`/stp/reconciliation?${query}`)).json()
  const all = await list('page_size=2')
  expect(all.results[0].operation_date).toBe(day)
  expect(all.results).toHaveLength(2)
  const open = await list('has_differences=true&page_size=50')
  expect(open.results.every((row: { open_differences: number }) => row.open_differences > 0)).toBe(true)
  const none = await list('has_differences=false&page_size=50')
  expect(open.count + none.count).toBe(all.count)
  expect((await list(`from=${day}&to=${day}`)).count).toBe(1)
  expect((await list(`from=${weekAfter(day)}`)).count).toBe(0)
  expect((await get('/stp/reconciliation?from=ayer')).statusCode).toBe(422)
})

test('answers 404 for an unknown day, 422 for a future one, 409 for an export before a comparison', async () => {
  expect((await get('/stp/reconciliation/2020-01-02')).json().code).toBe('reconciliation.not_found')
  expect((await get('/stp/reconciliation/hoy')).statusCode).toBe(404)
  const url = `${ctx.api}/stp/reconciliation/${weekAfter(day)}/run`
  const early = await ctx.app.inject({ method: 'POST', url, headers: manager })
  expect([early.statusCode, early.json().code]).toEqual([422, 'reconciliation.day_to_come'])
  ctx.simulator.faults.set([{ action: 'forbidden', on: 'list', count: null }])
  await runDay(ctx, day, manager)
  ctx.simulator.faults.clear()
  const unready = await get(`/stp/reconciliation/${day}/export`)
  expect([unready.statusCode, unready.json().code]).toEqual([409, 'reconciliation.not_ready'])
})

test('lists open and closed differences of a day by page', async () => {
  const { difference } = await makeDifference()
  await note(difference.id, { note: 'Visto', close: true }, admin)
  const count = async (query: string) =>
    (await get(`/stp/reconciliation/${day}?${query}`)).json().differences.count
  expect(await count('')).toBe(1)
  expect(await count('open=true')).toBe(0)
  expect(await count('open=false')).toBe(1)
  expect((await readDay(ctx, day, manager)).open_differences).toBe(0)
})

test('exports totals, differences and all orders, with money as numbers and keys as text', async () => {
  const { order: settled } = await makeSettled(ctx)
  const { order, loan, difference } = await makeDifference()
  await note(difference.id, { note: '=HYPERLINK("http://x")' })
  const file = await get(`/stp/reconciliation/${day}/export`)
  expect(file.headers).toMatchObject({
    'content-type': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    'content-disposition': `attachment; filename="Conciliacion_${day}.xlsx"`,
  })
  // The file is streamed while it is written, so large days do not delay the answer.
  expect(file.headers['content-length']).toBeUndefined()
  const book = read(file.rawPayload, { cellNF: true })
  expect(book.SheetNames).toEqual(['Totales', 'Diferencias', 'En duda', 'Órdenes'])
  const sheets = readSpreadsheet(file.rawPayload)
  const rowsOf = (name: string) => sheets.get(name) ?? []
  expect(rowsOf('Totales')[0]).toEqual({
    Órdenes: 'Enviadas',
    'Quincena: órdenes': 2,
    'Quincena: monto': 20_000,
    'STP: órdenes': 2,
    'STP: monto': 19_999.99,
    'Libro contable: órdenes': 2,
    'Libro contable: monto': 20_000,
  })
  expect(rowsOf('Diferencias')).toMatchObject([
    {
      'Clave de rastreo': order.tracking_key,
      Folio: loan.folio,
      Diferencia: 'El monto no coincide',
      Situación: 'Abierta',
      'Quincena: monto': 10_000,
      'STP: monto': 9999.99,
      Nota: '=HYPERLINK("http://x")',
    },
  ])
  expect(rowsOf('Órdenes').map((row) => row['Clave de rastreo'])).toEqual(
    [settled.tracking_key, order.tracking_key].sort(),
  )
  const sheet = book.Sheets.Diferencias ?? {}
  const cells = Object.values(sheet).filter((cell) => typeof cell === 'object' && 't' in cell)
  expect(cells.filter(({ f }) => f !== undefined)).toEqual([])
  expect(book.Sheets.Totales?.C2).toMatchObject({ t: 'n', v: 20_000, z: '"$"#,##0.00' })
  expect(sheet.B2).toMatchObject({ t: 's', v: order.tracking_key })
})

test('queries the balance once in ten minutes and keeps it with its time when STP fails', async () => {
  const balance = async () => (await get('/stp/balance')).json()
  const { loan } = await makeOffer(ctx)
  // As before the first reconciliation.
  await ctx.deps.db.deleteFrom('stp_balance').execute()
  await ctx.deps.db.deleteFrom('balance_check').execute()
  expect(await balance()).toMatchObject({ balance: null, asked_at: null, difference: null })
  expect(await ctx.drain(['ask-balance'])).toBe(1)
  const first = await balance()
  expect(first.asked_at).toBe(`${day}T16:00:00.000Z`)
  expect(first.offered).toBeGreaterThanOrEqual(loan.amount_cents / 100)
  const { order } = await makeSettled(ctx)
  expect(await ctx.drain(['ask-balance'])).toBe(0)
  ctx.setNow(`${day}T16:10:00Z`)
  await balance()
  expect(await ctx.drain(['ask-balance'])).toBe(1)
  const second = await balance()
  expect(first.balance - second.balance).toBe(order.amount_cents / 100)
  // Only our orders changed the account, so the unexplained part is the same as before.
  expect(second.difference).toBe(first.difference)
  ctx.simulator.faults.set([{ action: 'forbidden', on: 'balance', count: null }])
  ctx.setNow(`${day}T16:20:00Z`)
  await balance()
  await ctx.drain(['ask-balance'])
  ctx.simulator.faults.clear()
  expect(await balance()).toEqual({ ...second, failure_reason: 'STP respondió con un error.' })
})

test('counts orders not sent and returned money as waiting to be paid out', async () => {
  const waiting = async () => (await get('/stp/balance')).json().to_pay_out
  const before = await waiting()
  const { order, loan } = await makeSettled(ctx)
  expect(await waiting()).toBe(before)
  ctx.simulator.act(order.tracking_key, 'return')
  await runDay(ctx, day, manager)
  expect(await waiting()).toBe(before + loan.amount_cents / 100)
})
