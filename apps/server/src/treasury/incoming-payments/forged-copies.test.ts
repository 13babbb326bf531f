import { randomInt } from 'node:crypto'
import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTestContext, type TestContext } from '../../../test/context.ts'
import { abonoOf, queryAbonos, receiveAtStp } from '../../../test/incoming.ts'
import { makeActiveLoan, postCallback, staffHeaders } from '../../../test/loans.ts'
import { checkWaitingPayments } from './commands/check-waiting-payments.ts'

let ctx: TestContext

beforeAll(async () => {
  ctx = await createTestContext()
  await staffHeaders(ctx, 'U1')
})

beforeEach(async () => {
  ctx.simulator.faults.clear()
  ctx.setNow('2026-11-20T16:00:00Z')
  await ctx.deps.db.deleteFrom('received_list').execute()
})

const post = (body: Parameters<typeof postCallback>[1]) => postCallback(ctx, body, { path: 'payment' })

const rowsOf = (key: string) =>
  ctx.deps.db
    .selectFrom('incoming_payment')
    .selectAll()
    .where('tracking_key', '=', key)
    .orderBy('id')
    .execute()

const messagesOf = async (key: string) => {
  const query = ctx.deps.db.selectFrom('stp_message').select(['outcome', 'body']).orderBy('id')
  const all = await query.where('kind', '=', 'payment').execute()
  return all.filter(({ body }) => JSON.stringify(body).includes(key)).map(({ outcome }) => outcome)
}

const byQuery = () => queryAbonos(ctx)
const byList = async () => {
  await sql`delete from pgboss.job where name = 'ask-incoming-payment'`.execute(ctx.deps.db)
  await checkWaitingPayments(ctx.deps)
}

/**
 * Makes money at STP for one loan and a forged callback that copies it for another worker's loan, with a random `id`.
 */
async function makeCopy(change: object = {}) {
  const [owner, forger] = [await makeActiveLoan(ctx), await makeActiveLoan(ctx)]
  const real = abonoOf({
    referenciaNumerica: owner.loan.id,
    nombreOrdenante: 'PERSONA REAL',
    tsLiquidacion: '1795100000000',
  })
  await receiveAtStp(ctx, real)
  const forged = {
    ...real,
    nombreOrdenante: 'PERSONA FALSA',
    cuentaOrdenante: forger.worker.debit_card_number,
    rfcCurpOrdenante: 'FALS800101AAA',
    conceptoPago: `PAGO ${forger.loan.folio}`,
    referenciaNumerica: forger.loan.id,
    tipoPago: 5,
    tsLiquidacion: '1795000000000',
    ...change,
    ...('id' in change && change.id !== null && { id: randomInt(1, 2 ** 40) }),
  }
  const facts = {
    status: 'open',
    stp_id: real.id,
    stp_order_id: real.id,
    operation_date: '2026-11-20',
    paying_institution: 40_072,
    amount_cents: 91_680,
    payer_name: 'PERSONA REAL',
    paying_account: real.cuentaOrdenante,
    rfc_curp_payer: 'ND',
    beneficiary_account: real.cuentaBeneficiario,
    payment_concept: 'PAGO',
    numeric_reference: owner.loan.id,
    payment_type: 1,
    settled_at: new Date(1_795_100_000_000).toISOString(),
    matched_loan_id: owner.loan.id,
    match_rule: 'reference',
  }
  return { real, forged, facts, owner: owner.loan, forger: forger.loan }
}

const copies: [string, object][] = [
  ['everything that names the order', {}],
  ['the key, bank and amount under another number', { id: 0 }],
  ['the key and amount without a number', { id: null }],
  ['the key and amount from another bank', { id: 0, institucionOrdenante: 40_012 }],
]

describe.each([
  ['a query', byQuery],
  ['the list of the day', byList],
])('with real money and a forged copy, checked by %s', (_how, check) => {
  test.each(copies)('a copy of %s that comes first does not change STP’s facts', async (_what, change) => {
    const { real, forged, facts, owner, forger } = await makeCopy(change)
    await post(forged)
    await check()
    await post(real)
    await check()
    const rows = await rowsOf(real.claveRastreo)
    const confirmed = rows.filter(({ stp_check }) => stp_check === 'confirmed')
    expect(confirmed).toHaveLength(1)
    expect(confirmed[0]).toMatchObject(facts)
    expect(await messagesOf(real.claveRastreo)).toEqual(['recorded', 'repeated'])
    const notices = ctx.deps.db.selectFrom('notification').select(['reason_key', 'message'])
    const invited = await notices.where('reason_key', 'like', `incoming:%:${confirmed[0]?.id}`).execute()
    expect(new Set(invited.map(({ reason_key }) => reason_key))).toEqual(
      new Set([`incoming:${owner.id}:${confirmed[0]?.id}`]),
    )
    expect(invited[0]?.message).toContain('PERSONA REAL')
    expect(invited[0]?.message).not.toContain(forger.folio)
  })

  test.each(copies)('a copy of %s never replaces the real callback', async (_what, change) => {
    for (const isFirst of [true, false]) {
      const { real, forged, facts } = await makeCopy(change)
      for (const body of isFirst ? [forged, real] : [real, forged]) await post(body)
      expect(await messagesOf(real.claveRastreo)).toEqual(['recorded', 'recorded'])
      await check()
      const rows = await rowsOf(real.claveRastreo)
      expect(rows.map(({ stp_check }) => stp_check).toSorted()).toEqual(['confirmed', 'mismatch'])
      expect(rows.find(({ stp_check }) => stp_check === 'confirmed')).toMatchObject(facts)
      await ctx.deps.db.deleteFrom('received_list').execute()
    }
  })
})

describe('a forged callback with the number of real money', () => {
  test.each<[string, object]>([
    ['another key', { claveRastreo: 'FALSO77' }],
    ['another amount', { monto: 1 }],
    ['another account', { cuentaBeneficiario: '646180110400000010' }],
    ['no key', { claveRastreo: null, fechaOperacion: null }],
  ])('and %s does not stop STP from confirming the real money', async (_what, change) => {
    const { real, forged, facts } = await makeCopy({ ...change })
    await post(forged)
    await post(real)
    await byQuery()
    const rows = await rowsOf(real.claveRastreo)
    expect(rows.filter(({ stp_check }) => stp_check === 'confirmed')).toMatchObject([facts])
  })
})

test('facts that STP’s answer lacks are null and match no loan', async () => {
  const { real, forged, forger } = await makeCopy({ id: null })
  await receiveAtStp(ctx, {
    ...real,
    ...{ referenciaNumerica: null, conceptoPago: null, cuentaOrdenante: null, nombreOrdenante: 'null' },
    ...{ tipoPago: null, rfcCurpOrdenante: null },
  } as never)
  await post(forged)
  expect(await rowsOf(real.claveRastreo)).toMatchObject([{ matched_loan_id: forger.id }])
  await byQuery()
  expect(await rowsOf(real.claveRastreo)).toMatchObject([
    {
      ...{ stp_check: 'confirmed', matched_loan_id: null, match_rule: null },
      ...{ payer_name: null, paying_account: null, rfc_curp_payer: null, payment_concept: null },
      ...{ numeric_reference: null, payment_type: null },
    },
  ])
})

test('does not confirm an altered copy of money that was registered before STP checks existed', async () => {
  const { real, forged } = await makeCopy({ id: 0, institucionOrdenante: 40_012 })
  await post(real)
  await ctx.deps.db
    .updateTable('incoming_payment')
    .set({ status: 'confirmed', stp_check: 'unchecked' })
    .where('tracking_key', '=', real.claveRastreo)
    .execute()
  await post(forged)
  await byQuery()
  const checks = (await rowsOf(real.claveRastreo)).map(({ stp_check }) => stp_check)
  expect(checks).toEqual(['unchecked', 'mismatch'])
})

test('a real callback and its forged copies, eight at once, leave one row each and one confirmation', async () => {
  for (let round = 0; round < 8; round += 1) {
    const { real, forged, facts } = await makeCopy()
    const bodies = [real, forged, real, forged, real, forged, real, forged]
    await Promise.all(bodies.map(post))
    expect(await rowsOf(real.claveRastreo)).toHaveLength(2)
    await Promise.all([byQuery(), byQuery(), checkWaitingPayments(ctx.deps)])
    const rows = await rowsOf(real.claveRastreo)
    expect(rows.filter(({ stp_check }) => stp_check === 'confirmed')).toMatchObject([facts])
    await ctx.deps.db.deleteFrom('received_list').execute()
  }
})
