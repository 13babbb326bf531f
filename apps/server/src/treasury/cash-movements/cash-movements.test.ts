import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  checkBalance,
  moveAtStp,
  openBooks,
  postTo,
  readFrom,
  recordByTwo,
  uploadMovementFile,
} from '../../../test/balance-checks.ts'
import type { TestContext } from '../../../test/context.ts'
import { createQueryContext } from '../../../test/incoming.ts'
import { makeActiveLoan, staffHeaders } from '../../../test/loans.ts'
import { createBankDays, openOn, runDay } from '../../../test/reconciliation.ts'

type Headers = Record<string, string>
let ctx: TestContext
let admin: Headers
let manager: Headers
let day = ''
const startBankDay = createBankDays()
const path = '/treasury/cash-movements'

beforeAll(async () => {
  ctx = await createQueryContext()
  ctx.simulator.configure({ settle_ms: null })
  await startBankDay(ctx)
  await makeActiveLoan(ctx)
  await openBooks(ctx, await staffHeaders(ctx, 'U0'))
})

beforeEach(async () => {
  day = await startBankDay(ctx)
  admin = await staffHeaders(ctx, 'U0')
  manager = await staffHeaders(ctx)
})

const post = (url: string, payload: object, headers = manager) => postTo(ctx, url, { headers, payload })
const suspense = async () => (await readFrom(ctx, `${path}?state=suspense`, manager)).results
const newest = async () => (await readFrom(ctx, path, manager)).results[0]
const approved = (path: string, payload: object) => recordByTwo(ctx, { manager, admin }, [path, payload])
const entriesOf = async (cash_movement_id: number) => {
  const rows = await ctx.deps.db
    .selectFrom('ledger_entry')
    .select(['kind', 'debit_account', 'credit_account', 'amount_cents'])
    .where('cash_movement_id', '=', cash_movement_id)
    .execute()
  return rows.map((row) => [row.kind, row.debit_account, row.credit_account, row.amount_cents])
}

const upload = (headers = manager) => uploadMovementFile(ctx, headers)

const byHand = async (change: object = {}) => ({
  ...{ kind: 'withdrawal', amount: 300, operation_date: day, tracking_key: `RETIRO${day}` },
  account: ctx.deps.env.stp.payer_account,
  ...{ note: 'Retiro a la cuenta del banco', file: await upload(), ...change },
})

describe("an order of STP's list that is not ours", () => {
  test('waits in suspense, with the balance equal, until two people say that it was a withdrawal', async () => {
    await moveAtStp(ctx, 'withdrawals', { monto: 250.5, claveRastreo: 'RETIRO000001' })
    expect(await checkBalance(ctx)).toMatchObject({ verdict: 'difference', difference_cents: -25_050 })
    expect(openOn(await runDay(ctx, day, manager))).toEqual(['unknown_here RETIRO000001'])
    expect(await checkBalance(ctx)).toMatchObject({ verdict: 'verified' })
    const [found] = await suspense()
    expect(found).toMatchObject({
      kind: 'unknown',
      amount: -250.5,
      is_listed: true,
      owner: null,
      recorded_by: null,
    })
    expect(await entriesOf(found.id)).toEqual([['unknown_movement', 'suspense', 'stp_cash', 25_050]])

    const settle = `${path}/${found.id}/settle`
    const unfit = await post(settle, { kind: 'deposit', note: 'No pudo ser' })
    expect([unfit.statusCode, unfit.json().code]).toEqual([422, 'cash_movement.kind_unfit'])
    await approved(settle, { kind: 'withdrawal', note: 'Retiro para la nómina' })
    const row = await newest()
    expect(row).toMatchObject({ kind: 'withdrawal', amount: -250.5, settles: found.id })
    expect(await entriesOf(row.id)).toEqual([['funding_reversed', 'funding', 'suspense', 25_050]])
    expect(await suspense()).toEqual([])
    expect(openOn(await runDay(ctx, day, manager))).toEqual([])
    expect((await post(settle, { kind: 'fee', note: 'Otra vez' })).json().code).toBe('cash_movement.settled')

    await approved(`${path}/${row.id}/reverse`, { reason: 'Era una comisión' })
    expect(await suspense()).toHaveLength(1)
    await approved(settle, { kind: 'fee', note: 'Comisión de noviembre' })
    expect(await suspense()).toEqual([])
    expect(await checkBalance(ctx)).toMatchObject({ verdict: 'verified' })
  })

  test('is booked once by many runs at once', async () => {
    await moveAtStp(ctx, 'fees', { monto: 5.8, claveRastreo: 'COMISION0001' })
    await runDay(ctx, day, manager)
    await Promise.all([1, 2, 3].map(() => ctx.runJob('reconcile-day', { operation_date: day })))
    const [fee, ...others] = await suspense()
    expect(others).toEqual([])
    await approved(`${path}/${fee.id}/settle`, { kind: 'fee', note: 'Comisión por transferencias' })
    expect(await checkBalance(ctx)).toMatchObject({ verdict: 'verified' })
  })

  test('of another day with the key and amount of a settled one is a difference, and explains the case', async () => {
    const fee = { monto: 7.25, claveRastreo: 'COMISION0009' }
    await moveAtStp(ctx, 'fees', fee)
    await runDay(ctx, day, manager)
    const [first] = await suspense()
    await approved(`${path}/${first.id}/settle`, { kind: 'fee', note: 'Comisión por transferencias' })
    expect(openOn(await runDay(ctx, day, manager))).toEqual([])

    day = await startBankDay(ctx)
    admin = await staffHeaders(ctx, 'U0')
    manager = await staffHeaders(ctx)
    await moveAtStp(ctx, 'fees', fee)
    expect(openOn(await runDay(ctx, day, manager))).toEqual(['unknown_here COMISION0009'])
    await checkBalance(ctx)
    ctx.setNow(`${day}T16:12:00Z`)
    await checkBalance(ctx)
    const [open] = (await readFrom(ctx, '/treasury/balance-cases?open=true', manager)).results
    const { candidates } = await readFrom(ctx, `/treasury/balance-cases/${open.id}`, manager)
    expect(candidates[0]).toMatchObject({ kind: 'listed_order', effect: -7.25, is_match: true })
    await approved(path, await byHand({ kind: 'fee', amount: 7.25, tracking_key: `COMISION0009-${day}` }))
    expect(await checkBalance(ctx)).toMatchObject({ verdict: 'verified' })
  })
})

describe('a deposit of the lender', () => {
  test('arrives as received money and becomes funding when an admin approves it', async () => {
    await moveAtStp(ctx, 'deposits', { monto: 1_000, claveRastreo: 'DEPOSITO0001' })
    await runDay(ctx, day, manager)
    const received = await ctx.deps.db
      .selectFrom('incoming_payment')
      .select('id')
      .where('tracking_key', '=', 'DEPOSITO0001')
      .where('stp_check', '=', 'confirmed')
      .executeTakeFirstOrThrow()
    const body = { incoming_payment: received.id, note: 'Fondeo de la semana' }
    await approved(`${path}/deposit`, body)
    const row = await newest()
    expect(await readFrom(ctx, `/stp/incoming-payments/${received.id}`, manager)).toMatchObject({
      ...{ status: 'confirmed', unapplied: 0, own_deposit: { movement: row.id, approval: null } },
    })
    expect(await entriesOf(row.id)).toEqual([['funding', 'unapplied_receipts', 'funding', 100_000]])
    expect((await post(`${path}/deposit`, body)).json().code).toBe('incoming_payment.not_open')
    expect(await checkBalance(ctx)).toMatchObject({ verdict: 'verified' })
    await approved(`${path}/${row.id}/reverse`, { reason: 'Lo mandó un cliente' })
    expect(await readFrom(ctx, `/stp/incoming-payments/${received.id}`, manager)).toMatchObject({
      ...{ status: 'open', unapplied: 1_000 },
    })
  })
})

describe('a movement by hand', () => {
  test('needs a date, a reference and a file of the same person', async () => {
    const refused = await post(path, { kind: 'fee', amount: 0, operation_date: 'ayer', note: '' })
    expect(refused.statusCode).toBe(422)
    expect(Object.keys(refused.json().errors).sort()).toEqual([
      ...['account', 'amount', 'file', 'note', 'operation_date', 'tracking_key'],
    ])
    const foreign = await post(path, await byHand({ file: await upload(admin) }))
    expect([foreign.statusCode, foreign.json().errors.file]).toEqual([422, expect.any(Array)])
    const future = await post(path, await byHand({ operation_date: '2030-01-01' }))
    expect(future.json().errors.operation_date).toEqual(['La fecha no puede ser futura.'])
  })

  test('closes the case that a withdrawal without a record opened', async () => {
    await moveAtStp(ctx, 'withdrawals', { monto: 300, claveRastreo: 'RETIRO000007' })
    const cases = async () => (await readFrom(ctx, '/treasury/balance-cases?open=true', manager)).results
    await checkBalance(ctx)
    ctx.setNow(`${day}T16:12:00Z`)
    await checkBalance(ctx)
    expect(await cases()).toMatchObject([{ difference: -300 }])
    await approved(path, await byHand({ tracking_key: 'RETIRO000007' }))
    await ctx.drain(['ask-balance'])
    expect(await cases()).toEqual([])
    expect(await readFrom(ctx, '/treasury/balance', manager)).toMatchObject({
      ...{ open_case: null, check: { verdict: 'verified', difference: 0 } },
    })
  })

  test('that did not happen is named as what explains the difference', async () => {
    await approved(path, await byHand({ tracking_key: 'RETIRO000008', amount: 412.5 }))
    await checkBalance(ctx)
    ctx.setNow(`${day}T16:12:00Z`)
    await checkBalance(ctx)
    const [open] = (await readFrom(ctx, '/treasury/balance-cases?open=true', manager)).results
    expect(open).toMatchObject({ difference: 412.5 })
    const row = await newest()
    const { candidates } = await readFrom(ctx, `/treasury/balance-cases/${open.id}`, manager)
    expect(candidates[0]).toMatchObject({ kind: 'movement', record: row.id, effect: 412.5, is_match: true })
    await approved(`${path}/${row.id}/reverse`, { reason: 'No se hizo' })
    expect(await checkBalance(ctx)).toMatchObject({ verdict: 'verified' })
  })

  test('names our own account at STP', async () => {
    const refused = await post(path, await byHand({ account: '646180110400000008' }))
    expect([refused.statusCode, refused.json().errors.account]).toEqual([
      ...[422, ['Esa no es nuestra cuenta en STP.']],
    ])
  })

  test('is recorded once for a tracking key, and undone by its opposite', async () => {
    const body = await byHand()
    const twice = [await post(path, body), await post(path, { ...body, amount: 301 })]
    const [first = 0, second = 0] = twice.map((answer) => answer.json().approval.id)
    expect((await post(`/approvals/${first}/approve`, {})).statusCode).toBe(403)
    const decided = await Promise.all(
      [first, second].map((approval) => post(`/approvals/${approval}/approve`, {}, admin)),
    )
    expect(decided.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
    const again = await post(path, body)
    expect([again.statusCode, again.json().code]).toEqual([409, 'cash_movement.key_used'])
    const row = await newest()
    expect(await entriesOf(row.id)).toEqual([['funding_reversed', 'funding', 'stp_cash', -row.amount * 100]])
    expect(await checkBalance(ctx)).toMatchObject({ difference_cents: -row.amount * 100 })
    await approved(`${path}/${row.id}/reverse`, { reason: 'Se registró dos veces' })
    expect(await checkBalance(ctx)).toMatchObject({ verdict: 'verified' })
    expect((await post(`${path}/${row.id}/reverse`, { reason: 'De nuevo' })).json().code).toBe(
      'cash_movement.reversed',
    )
    const file = await ctx.app.inject({ url: `${ctx.api}${path}/files/${row.file}`, headers: admin })
    expect([file.statusCode, file.headers['content-type']]).toEqual([200, 'image/png'])
  })

  test('is not booked a second time when STP lists it later', async () => {
    const body = await byHand({ tracking_key: 'RETIRO000009' })
    await approved(path, body)
    await moveAtStp(ctx, 'withdrawals', { monto: 300, claveRastreo: 'RETIRO000009' })
    expect(openOn(await runDay(ctx, day, manager))).toEqual([])
    expect(await suspense()).toEqual([])
    expect(await checkBalance(ctx)).toMatchObject({ verdict: 'verified' })
  })
})

describe('the list', () => {
  test('is searched, sorted and filtered by kind, state and owner on the server', async () => {
    await approved(
      path,
      await byHand({ tracking_key: 'RETIRO000021', amount: 21.21, note: 'Traspaso al banco' }),
    )
    const row = await newest()
    const found = async (query: string) =>
      (await readFrom(ctx, `${path}?${query}`, manager)).results.map(({ id }: { id: number }) => id)
    for (const query of ['search=000021', 'search=traspaso', 'search=21.21', 'search=%2421.21'])
      expect(await found(query)).toEqual([row.id])
    expect(await found('search=traspaso&kind=fee')).toEqual([])
    expect(await found('search=traspaso&state=recorded&owner=none')).toEqual([row.id])
    const amounts = (await readFrom(ctx, `${path}?ordering=amount&page_size=100`, manager)).results.map(
      ({ amount }: { amount: number }) => amount,
    )
    expect(amounts).toEqual(amounts.toSorted((a: number, b: number) => a - b))
    expect(await readFrom(ctx, `${path}/${row.id}`, manager)).toMatchObject({
      ...{ state: 'recorded', account: ctx.deps.env.stp.payer_account, approval: null },
    })
    await approved(`${path}/${row.id}/reverse`, { reason: 'No se hizo' })
    expect(await found('search=traspaso&state=reversed')).toEqual([row.id])
  })
})

test('a withdrawal on the evening before Holy Week is the order that STP has on the Monday after it', async () => {
  ctx.setNow('2027-03-25T01:00:00Z')
  admin = await staffHeaders(ctx, 'U0')
  manager = await staffHeaders(ctx)
  await moveAtStp(ctx, 'withdrawals', { monto: 300, claveRastreo: 'RETIRO000008' })
  const body = await byHand({ tracking_key: 'RETIRO000008', operation_date: '2027-03-24' })
  await approved(path, body)
  ctx.setNow('2027-03-29T16:00:00Z')
  manager = await staffHeaders(ctx)
  expect(openOn(await runDay(ctx, '2027-03-29', manager))).toEqual([])
  expect(await suspense()).toEqual([])
  expect(await newest()).toMatchObject({ tracking_key: 'RETIRO000008', amount: -300 })
})
