import { beforeAll, describe, expect, test } from 'vitest'
import { createTestContext, type TestContext } from '../../../test/context.ts'
import { lastOrder, makeActiveLoan } from '../../../test/loans.ts'

let ctx: TestContext

beforeAll(async () => {
  ctx = await createTestContext()
})

/** Posts a raw body to a webhook. */
function post(payload: string, { path = 'order-state', secret = '', type = 'application/json' } = {}) {
  const key = secret || ctx.deps.secrets.stp_webhook_secret
  return ctx.app.inject({
    method: 'POST',
    url: `${ctx.api}/stp/webhooks/${key}/${path}`,
    payload,
    headers: { 'content-type': type },
  })
}

async function lastMessage() {
  return ctx.deps.db
    .selectFrom('stp_message')
    .select(['kind', 'outcome', 'body', 'transfer_id'])
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
}

const settled = { empresa: 'QUINCENA', estado: 'LQ', causaDevolucion: '', tsLiquidacion: '1763654400000' }

describe('finding the order of a callback', () => {
  type Order = Awaited<ReturnType<typeof lastOrder>>
  test.each<[string, (order: Order) => object]>([
    ['by STP’s number alone', ({ stp_id }) => ({ id: stp_id })],
    ['by STP’s number as text', ({ stp_id }) => ({ id: String(stp_id), folioOrigen: '' })],
    ['by its key alone', ({ tracking_key }) => ({ claveRastreo: tracking_key })],
    ['by its key as folioOrigen alone', ({ tracking_key }) => ({ folioOrigen: tracking_key })],
  ])('finds it %s', async (_how, names) => {
    const { order, loan } = await makeActiveLoan(ctx)
    const answer = await post(JSON.stringify({ ...settled, ...names(order) }))
    expect([answer.statusCode, answer.json()]).toEqual([200, { mensaje: 'recibido' }])
    expect((await lastOrder(ctx, loan.id)).state).toBe('LQ')
    expect(await lastMessage()).toMatchObject({ outcome: 'settled', transfer_id: order.id })
  })

  test('queries STP first for STP’s number with another key', async () => {
    const { order, loan } = await makeActiveLoan(ctx)
    await post(JSON.stringify({ ...settled, id: order.stp_id, claveRastreo: 'OTRACLAVE01' }))
    expect((await lastOrder(ctx, loan.id)).state).toBe(null)
    expect(await lastMessage()).toMatchObject({ outcome: 'to_confirm', transfer_id: order.id })
  })

  test('finds nothing for another company', async () => {
    const { order, loan } = await makeActiveLoan(ctx)
    const body = { ...settled, id: order.stp_id, claveRastreo: order.tracking_key }
    await post(JSON.stringify({ ...body, empresa: 'OTRA' }))
    expect(await lastMessage()).toMatchObject({ outcome: 'other_company', transfer_id: null })
    expect((await lastOrder(ctx, loan.id)).state).toBe(null)
    await post(JSON.stringify({ ...body, empresa: ' quincena ' }))
    expect((await lastOrder(ctx, loan.id)).state).toBe('LQ')
  })
})

describe('any body is answered and stored', () => {
  const deep = `${'['.repeat(50_000)}${']'.repeat(50_000)}`
  const cases: [string, string, string?][] = [
    ['nothing', ''],
    ['a body cut short', '{"estado":"LQ","claveRastreo":'],
    ['no JSON', 'estado=LQ', 'application/x-www-form-urlencoded'],
    ['XML', '<estado>LQ</estado>', 'text/xml'],
    ['a list', '[1,2]'],
    ['null', 'null'],
    ['a state that is no text', '{"estado":{"a":1}}'],
    ['no state', '{"id":1}'],
    ['a deep nest', deep],
    ['what PostgreSQL cannot keep', '{"estado":["\\u0000"],"\\ud800":"\\u0000"}'],
    ['1 MB of spaces', ' '.repeat(1_000_000)],
  ]
  test.each(cases)('answers and stores %s', async (_what, text, type = 'application/json') => {
    for (const [path, mensaje] of [
      ['order-state', 'recibido'],
      ['payment', 'confirmar'],
    ] as const) {
      const answer = await post(text, { path, type })
      expect([answer.statusCode, answer.json()]).toEqual([200, { mensaje }])
      expect((await lastMessage()).outcome).toBe('unreadable')
    }
  })

  test('answers for an unknown order with NULs and lone surrogates in its key', async () => {
    const answer = await post('{"estado":"LQ","claveRastreo":"NO\\u0000BODY\\ud800","id":"1e999"}')
    expect(answer.json()).toEqual({ mensaje: 'recibido' })
    expect(await lastMessage()).toMatchObject({
      outcome: 'order_unknown',
      body: { estado: 'LQ', claveRastreo: 'NOBODY\ufffd' },
    })
  })

  test('books a valid callback of 1 MB and stores its beginning', async () => {
    const { order, loan } = await makeActiveLoan(ctx)
    const body = { ...settled, claveRastreo: order.tracking_key, relleno: 'x'.repeat(1_000_000) }
    const text = JSON.stringify(body)
    expect((await post(text)).json()).toEqual({ mensaje: 'recibido' })
    expect((await lastOrder(ctx, loan.id)).state).toBe('LQ')
    expect((await lastMessage()).body).toEqual({ text: text.slice(0, 8000), length: text.length })
  })

  test('rejects a body above 2 MB with 413', async () => {
    expect((await post(' '.repeat(2_100_000))).statusCode).toBe(413)
  })
})

test('a wrong secret gets 404 for any body, and nothing is stored', async () => {
  const count = () =>
    ctx.deps.db
      .selectFrom('stp_message')
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow()
  const before = await count()
  for (const path of ['order-state', 'payment']) {
    for (const text of ['{"estado":"LQ"}', '{"estado":', ' '.repeat(2_100_000)]) {
      const answer = await post(text, { path, secret: 'guessed' })
      expect([answer.statusCode, answer.json().code]).toEqual([404, 'route.not_found'])
    }
  }
  expect(await count()).toEqual(before)
})
