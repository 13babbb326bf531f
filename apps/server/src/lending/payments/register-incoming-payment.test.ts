import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTestContext, type TestContext } from '../../../test/context.ts'
import { forgeAbono, queryAbonos, receiveAbono } from '../../../test/incoming.ts'
import { findLoan, makeActiveLoan, makeLoan, staffHeaders } from '../../../test/loans.ts'
import { writePostings } from '../../treasury/ledger/commands.ts'
import type { Move } from '../../treasury/ledger/rules.ts'
import { verifyLedger } from '../ledger/queries.ts'

let ctx: TestContext
let manager: Record<string, string>
let admin: Record<string, string>

beforeAll(async () => {
  ctx = await createTestContext()
  manager = await staffHeaders(ctx)
  admin = await staffHeaders(ctx, 'U0')
})

beforeEach(() => ctx.setNow('2026-11-20T16:00:00Z'))

const at = (id: number, path = '') => `${ctx.api}/stp/incoming-payments/${id}${path}`

interface Confirming {
  loan: number
  paid: number
  due: number
  key?: string
}

function confirm(id: number, { loan, paid, due, key = randomUUID() }: Confirming) {
  return ctx.app.inject({
    method: 'POST',
    url: at(id, '/confirm'),
    headers: { ...manager, 'idempotency-key': key },
    payload: { loan_request: loan, amount_paid: paid, previous_amount_due: due },
  })
}

const post = (url: string, headers = manager, payload: object = { reason: 'No es de un préstamo' }) =>
  ctx.app.inject({ method: 'POST', url, headers: { ...headers, 'idempotency-key': randomUUID() }, payload })

const read = async (id: number) => (await ctx.app.inject({ url: at(id), headers: manager })).json()

const paymentsOf = (incoming_payment_id: number) =>
  ctx.deps.db
    .selectFrom('payment')
    .select(['id', 'reversed_at'])
    .where('incoming_payment_id', '=', incoming_payment_id)
    .orderBy('id')
    .execute()

const codeOf = (answer: { statusCode: number; json: () => { code?: string } }) => [
  answer.statusCode,
  answer.json().code,
]

describe('confirmation', () => {
  test('registers a payment with ledger, notice and audit; the same key again replays the answer', async () => {
    const { loan, worker } = await makeActiveLoan(ctx)
    const { id } = await receiveAbono(ctx, { conceptoPago: loan.folio })
    const key = randomUUID()
    const answer = await confirm(id, { loan: loan.id, paid: 916.8, due: 11_001.61, key })
    expect(answer.statusCode).toBe(201)
    expect(answer.json()).toMatchObject({
      id,
      status: 'confirmed',
      amount: 916.8,
      unapplied: 0,
      match: { rule: 'folio', loan: { id: loan.id, folio: loan.folio, amount_due: 10_084.81 } },
      payments: [{ amount_paid: 916.8, loan: { id: loan.id }, registered_by: 'Gerardo Soto' }],
    })
    expect((await findLoan(ctx, loan.id)).amount_due_cents).toBe(1_008_481)
    const again = await confirm(id, { loan: loan.id, paid: 916.8, due: 11_001.61, key })
    expect([again.statusCode, again.headers['idempotent-replay']]).toEqual([201, 'true'])
    const [payment, ...others] = await paymentsOf(id)
    expect(others).toEqual([])
    const entries = await ctx.deps.db
      .selectFrom('ledger_entry')
      .select(['kind', 'amount_cents'])
      .where('payment_id', '=', payment?.id ?? 0)
      .orderBy('id')
      .execute()
    expect(entries[0]).toEqual({ kind: 'payment', amount_cents: 91_680 })
    const notices = await ctx.deps.db
      .selectFrom('notification')
      .select('title')
      .where('recipient_id', '=', worker.id)
      .where('reason_key', '=', `paid:${loan.id}:${payment?.id}`)
      .execute()
    expect(notices).toEqual([{ title: 'Pago registrado' }])
    const audit = await ctx.deps.db
      .selectFrom('audit')
      .select(['action', 'after'])
      .where((eb) =>
        eb.or([
          eb.and({ action: 'payment.recorded', subject_id: payment?.id ?? 0 }),
          eb.and({ action: 'incoming_payment.confirmed', subject_id: id }),
        ]),
      )
      .orderBy('id')
      .execute()
    expect(audit).toMatchObject([
      { action: 'payment.recorded', after: { incoming_payment_id: id } },
      { action: 'incoming_payment.confirmed', after: { payment_id: payment?.id } },
    ])
  })

  test('registers a part of the money for a loan that was not matched; the rest stays open', async () => {
    const { loan } = await makeActiveLoan(ctx)
    const { id } = await receiveAbono(ctx)
    const answer = await confirm(id, { loan: loan.id, paid: 900, due: 11_001.61 })
    const rest = { status: 'open', unapplied: 16.8 }
    expect(answer.json()).toMatchObject({ match: null, payments: [{ loan: { id: loan.id } }], ...rest })
    expect(await verifyLedger(ctx.deps.db)).toEqual([])
  })

  test('refuses more than the payoff with 422; after it the rest pays another loan', async () => {
    const { loan } = await makeActiveLoan(ctx)
    const { id } = await receiveAbono(ctx, { referenciaNumerica: loan.id, monto: 12_000 })
    const much = await confirm(id, { loan: loan.id, paid: 12_000, due: 11_001.61 })
    expect([...codeOf(much), much.json().detail]).toEqual([
      422,
      'payment.exceeds_payoff',
      'Hoy se liquida con $10,000.00.',
    ])
    const answer = await confirm(id, { loan: loan.id, paid: 10_000, due: 11_001.61 })
    expect(answer.json()).toMatchObject({ status: 'open', unapplied: 2000 })
    expect((await findLoan(ctx, loan.id)).state).toBe('completed')
    const other = await makeActiveLoan(ctx)
    const more = await confirm(id, { loan: other.loan.id, paid: 2000.01, due: 11_001.61 })
    expect(codeOf(more)).toEqual([422, 'incoming_payment.exceeds_arrived'])
    const last = await confirm(id, { loan: other.loan.id, paid: 2000, due: 11_001.61 })
    expect(last.json()).toMatchObject({
      ...{ status: 'confirmed', unapplied: 0 },
      payments: [{ amount_paid: 10_000 }, { amount_paid: 2000, loan: { id: other.loan.id } }],
    })
    expect(await verifyLedger(ctx.deps.db)).toEqual([])
  })

  test('what is above the payoff becomes the worker’s balance if the caller says so', async () => {
    const { loan } = await makeActiveLoan(ctx)
    const { id } = await receiveAbono(ctx, { referenciaNumerica: loan.id, monto: 12_000 })
    const body = { loan_request: loan.id, amount_paid: 12_000, previous_amount_due: 11_001.61 }
    const answer = await post(at(id, '/confirm'), manager, { ...body, remainder: 'balance' })
    expect(answer.json()).toMatchObject({ status: 'confirmed', unapplied: 0 })
    expect((await findLoan(ctx, loan.id)).state).toBe('completed')
    const { db } = ctx.deps
    const account = db.selectFrom('worker_account').selectAll().where('user_id', '=', loan.user_id)
    expect(await account.executeTakeFirst()).toMatchObject({ balance_cents: 200_000 })
    expect(await verifyLedger(db)).toEqual([])

    const [payment] = await paymentsOf(id)
    const reversed = await post(`${ctx.api}/loan/payment/${payment?.id}/reverse`, admin)
    expect(reversed.statusCode).toBe(200)
    expect(await account.executeTakeFirst()).toMatchObject({ balance_cents: 0 })
    expect(await read(id)).toMatchObject({ status: 'open', unapplied: 12_000 })
  })

  test('refuses more than what arrived with 422', async () => {
    const { loan } = await makeActiveLoan(ctx)
    const { id } = await receiveAbono(ctx)
    const answer = await confirm(id, { loan: loan.id, paid: 916.81, due: 11_001.61 })
    expect([answer.statusCode, answer.json().errors]).toEqual([
      422,
      { amount_paid: ['El monto a pagar excede lo que llegó ($916.80).'] },
    ])
  })

  test('registers a part of an advance', async () => {
    const { loan } = await makeActiveLoan(ctx, { type: 'advance', amount_cents: 200_000 })
    const { id } = await receiveAbono(ctx, { referenciaNumerica: loan.id, monto: 2150 })
    expect((await confirm(id, { loan: loan.id, paid: 2000, due: 2150 })).statusCode).toBe(201)
    expect(await findLoan(ctx, loan.id)).toMatchObject({ state: 'active', amount_due_cents: 15_000 })
  })

  test('refuses another debt, a loan not in force, returned money, an unknown id and a missing key', async () => {
    const { loan } = await makeActiveLoan(ctx)
    const { id } = await receiveAbono(ctx, { referenciaNumerica: loan.id })
    expect(codeOf(await confirm(id, { loan: loan.id, paid: 916.8, due: 11_000 }))).toEqual([
      409,
      'debt_changed',
    ])
    const offer = await makeLoan(ctx, { state: 'approved' })
    expect(codeOf(await confirm(id, { loan: offer.loan.id, paid: 1, due: 0 }))).toEqual([
      409,
      'loan.not_active',
    ])
    const ours = await receiveAbono(ctx, { tipoPago: 17 })
    expect(codeOf(await confirm(ours.id, { loan: loan.id, paid: 1, due: 11_001.61 }))).toEqual([
      409,
      'incoming_payment.returned_money',
    ])
    expect(codeOf(await confirm(999_999, { loan: loan.id, paid: 1, due: 11_001.61 }))).toEqual([
      404,
      'incoming_payment.not_found',
    ])
    expect(codeOf(await confirm(id, { loan: 999_999, paid: 1, due: 1 }))).toEqual([404, 'loan.not_found'])
    const keyless = await ctx.app.inject({
      method: 'POST',
      url: at(id, '/confirm'),
      headers: manager,
      payload: {},
    })
    expect(codeOf(keyless)).toEqual([400, 'idempotency_key_required'])
    expect(await read(id)).toMatchObject({ status: 'open', payments: [] })
    expect((await findLoan(ctx, loan.id)).amount_due_cents).toBe(1_100_161)
  })
})

describe('concurrent confirmations', () => {
  test('of eight concurrent confirmations one registers a payment and seven get 409, in 20 rounds', async () => {
    for (let round = 0; round < 20; round += 1) {
      const { loan } = await makeActiveLoan(ctx)
      const other = await makeActiveLoan(ctx)
      const { id } = await receiveAbono(ctx, { referenciaNumerica: loan.id })
      const answers = await Promise.all(
        Array.from({ length: 8 }, (_, index) =>
          confirm(id, { loan: index % 2 === 0 ? loan.id : other.loan.id, paid: 916.8, due: 11_001.61 }),
        ),
      )
      expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([
        201, 409, 409, 409, 409, 409, 409, 409,
      ])
      const refused = answers
        .filter(({ statusCode }) => statusCode === 409)
        .map((answer) => answer.json().code)
      expect(new Set(refused)).toEqual(new Set(['incoming_payment.not_open']))
      expect(await paymentsOf(id)).toHaveLength(1)
      const dues = [await findLoan(ctx, loan.id), await findLoan(ctx, other.loan.id)]
      expect(dues.map(({ amount_due_cents }) => amount_due_cents).sort()).toEqual([1_008_481, 1_100_161])
    }
  })

  test('one of a confirmation and a concurrent dismissal gets 409, in 10 rounds', async () => {
    for (let round = 0; round < 10; round += 1) {
      const { loan } = await makeActiveLoan(ctx)
      const { id } = await receiveAbono(ctx, { referenciaNumerica: loan.id })
      const answers = await Promise.all([
        confirm(id, { loan: loan.id, paid: 916.8, due: 11_001.61 }),
        post(at(id, '/dismiss')),
      ])
      expect(answers.filter(({ statusCode }) => statusCode === 409)).toHaveLength(1)
      const { status, payments } = await read(id)
      expect(status).toBe(payments.length === 0 ? 'dismissed' : 'confirmed')
    }
  })

  test('a database constraint prevents payments above what arrived', async () => {
    const { loan } = await makeActiveLoan(ctx)
    const { id } = await receiveAbono(ctx, { referenciaNumerica: loan.id })
    await confirm(id, { loan: loan.id, paid: 916.8, due: 11_001.61 })
    const again = await confirm(id, { loan: loan.id, paid: 1, due: 10_084.81 })
    expect(codeOf(again)).toEqual([409, 'incoming_payment.not_open'])
    const taking = postReceiptOf(id, loan.user_id)
    await expect(taking).rejects.toMatchObject({
      constraint: 'incoming_payment_unapplied_positive',
    })
  })
})

test('the database refuses a payment above what arrived and a change of what arrived', async () => {
  const { loan } = await makeActiveLoan(ctx)
  const { id } = await receiveAbono(ctx, { conceptoPago: loan.folio })
  expect((await confirm(id, { loan: loan.id, paid: 916.8, due: 11_001.61 })).statusCode).toBe(201)
  const more = { amount_paid_cents: 91_681, new_amount_due_cents: 1_008_480 }
  const paying = ctx.deps.db.updateTable('payment').set(more).where('incoming_payment_id', '=', id)
  await expect(paying.execute()).rejects.toMatchObject({ constraint: 'payment_within_arrived' })
  const arriving = ctx.deps.db.updateTable('incoming_payment').set({ amount_cents: 1 }).where('id', '=', id)
  await expect(arriving.execute()).rejects.toThrow('append only')
})

/** Writes an entry that gives one centavo of received money to a worker. */
function postReceiptOf(incoming_payment_id: number, user_id: number) {
  const moves: Move[] = [
    { kind: 'receipt_to_worker', debit: 'unapplied_receipts', credit: 'worker_balance', amount: 1 },
  ]
  return ctx.deps.db
    .transaction()
    .execute((trx) => writePostings(ctx.deps, trx, [{ user_id, cause: { incoming_payment_id }, moves }]))
}

describe('reversal of its payment', () => {
  test('opens the incoming payment again, and it may be registered again', async () => {
    const { loan } = await makeActiveLoan(ctx)
    const { id } = await receiveAbono(ctx, { referenciaNumerica: loan.id, monto: 10_000 })
    await confirm(id, { loan: loan.id, paid: 10_000, due: 11_001.61 })
    const [first] = await paymentsOf(id)
    const reversed = await post(`${ctx.api}/loan/payment/${first?.id}/reverse`, admin)
    expect(reversed.statusCode).toBe(200)
    expect(await read(id)).toMatchObject({ status: 'open', payments: [], unapplied: 10_000 })
    expect((await findLoan(ctx, loan.id)).amount_due_cents).toBe(1_100_161)
    expect((await confirm(id, { loan: loan.id, paid: 500, due: 11_001.61 })).json()).toMatchObject({
      status: 'open',
      unapplied: 9500,
      payments: [{ amount_paid: 500 }],
    })
    expect(await paymentsOf(id)).toHaveLength(2)
  })
})

describe('dismissal', () => {
  test('keeps reason and author and may be reopened', async () => {
    const { loan } = await makeActiveLoan(ctx)
    const { id } = await forgeAbono(ctx)
    await queryAbonos(ctx)
    expect((await post(at(id, '/dismiss'), manager, { reason: ' ' })).statusCode).toBe(422)
    const dismissed = await post(at(id, '/dismiss'))
    expect([dismissed.statusCode, dismissed.json()]).toMatchObject([
      200,
      {
        status: 'dismissed',
        dismissal: { reason: 'No es de un préstamo', by: 'Gerardo Soto', at: '2026-11-20T16:00:00.000Z' },
      },
    ])
    expect(codeOf(await post(at(id, '/dismiss')))).toEqual([409, 'incoming_payment.not_open'])
    expect(codeOf(await confirm(id, { loan: loan.id, paid: 1, due: 11_001.61 }))).toEqual([
      409,
      'incoming_payment.not_open',
    ])
    expect((await post(at(id, '/reopen'))).json()).toMatchObject({ status: 'open', dismissal: null })
    expect(codeOf(await post(at(id, '/reopen')))).toEqual([409, 'incoming_payment.not_dismissed'])
    const rows = await ctx.deps.db
      .selectFrom('audit')
      .select('action')
      .where('subject', '=', 'incoming_payment')
      .where('subject_id', '=', id)
      .where('action', '!=', 'personal_data.viewed')
      .orderBy('id')
      .execute()
    expect(rows.map(({ action }) => action.split('.')[1])).toEqual([
      'received',
      'doubted',
      'dismissed',
      'reopened',
    ])
  })
})

test('rejects the dismissal of money that is in the books with 409', async () => {
  const { loan } = await makeActiveLoan(ctx)
  const { id } = await receiveAbono(ctx)
  expect(codeOf(await post(at(id, '/dismiss')))).toEqual([409, 'incoming_payment.has_money'])
  const changes = { status: 'dismissed' as const, dismissed_at: '2026-11-20T16:00:00Z' }
  const user = await ctx.deps.db.selectFrom('app_user').select('id').limit(1).executeTakeFirstOrThrow()
  const whole = { ...changes, dismissal_reason: 'No', dismissed_by: user.id }
  const write = ctx.deps.db.updateTable('incoming_payment').set(whole).where('id', '=', id).execute()
  await expect(write).rejects.toMatchObject({ constraint: 'incoming_payment_dismissed_empty' })
  await confirm(id, { loan: loan.id, paid: 916.8, due: 11_001.61 })
  expect(codeOf(await post(at(id, '/dismiss')))).toEqual([409, 'incoming_payment.not_open'])
  expect(codeOf(await post(at(id, '/reopen')))).toEqual([409, 'incoming_payment.not_dismissed'])
})

describe('incoming payment list', () => {
  const list = async (query: string) =>
    (await ctx.app.inject({ url: `${ctx.api}/stp/incoming-payments${query}`, headers: manager })).json()
  const ids = async (query: string) => (await list(query)).results.map(({ id }: { id: number }) => id)

  test('lists ten per page, newest first, by status, loan, sender, reference, amount and folio', async () => {
    const { loan } = await makeActiveLoan(ctx)
    const paid = await makeActiveLoan(ctx)
    const mine = []
    for (let n = 0; n < 12; n += 1)
      mine.unshift(
        await receiveAbono(ctx, { nombreOrdenante: 'JOSÉ ÑANDÚ', referenciaNumerica: 8_000_000 + n }),
      )
    const [last, , third] = mine
    const forged = await forgeAbono(ctx, { nombreOrdenante: 'FALSO NANDU' })
    await queryAbonos(ctx)
    await post(at(forged.id, '/dismiss'))
    const all = await list('?search=jose%20nandu')
    expect([all.count, all.results.length, all.previous]).toEqual([12, 10, null])
    expect(all.results[0].id).toBe(last?.id)
    expect(all.next).toContain('page=2')
    expect(await ids('?search=falso%20nandu&status=dismissed')).toEqual([forged.id])
    expect(await ids('?search=8000009')).toEqual([third?.id])
    expect(await ids(`?search=${last?.tracking_key}`)).toEqual([last?.id])
    const matched = await receiveAbono(ctx, { conceptoPago: loan.folio, monto: 4321.09 })
    expect(await ids(`?loan=${loan.id}&status=open`)).toEqual([matched.id])
    expect(await ids(`?search=${loan.folio}`)).toEqual([matched.id])
    expect(await ids('?search=4321.09')).toEqual([matched.id])
    await confirm(last?.id ?? 0, {
      loan: paid.loan.id,
      paid: (last?.amount_cents ?? 0) / 100,
      due: 11_001.61,
    })
    expect(await ids(`?search=${paid.loan.folio.toLowerCase()}&status=confirmed`)).toEqual([last?.id])
    expect((await ctx.app.inject({ url: at(0), headers: manager })).statusCode).toBe(404)
    const wrong = await ctx.app.inject({
      url: `${ctx.api}/stp/incoming-payments?status=gone`,
      headers: manager,
    })
    expect(wrong.statusCode).toBe(422)
  })
})
