import { randomInt, randomUUID } from 'node:crypto'
import { createStpClient } from '../src/integrations/stp/client.ts'
import { stpConfig } from '../src/integrations/stp/config.ts'
import { bankHours } from '../src/integrations/stp/hours.ts'
import { createPermit } from '../src/treasury/transfers/commands/stp-permit.ts'
import { createTestContext, type TestContext } from './context.ts'
import { postCallback } from './loans.ts'

/** Creates a context that may send STP 100 queries an hour and repeats none. */
export async function createQueryContext(): Promise<TestContext> {
  const ctx = await createTestContext()
  const { db, clock, env, secrets } = ctx.deps
  const permit = createPermit({ db, clock, hours: bankHours, queries_per_hour: 100 })
  const { url } = ctx.simulator
  Object.assign(ctx.deps, {
    stp: createStpClient({ ...stpConfig(env, secrets), url, query_url: url, query_retries: 0, permit }),
  })
  return ctx
}

/** Body of STP's callback about an incoming payment, in the shape of public integrations, with invented values. */
export function abonoOf(change: object = {}) {
  return {
    id: randomInt(1, 2 ** 47),
    fechaOperacion: 20_261_120,
    institucionOrdenante: 40_072,
    institucionBeneficiaria: 90_646,
    claveRastreo: `PAGO${randomUUID().replaceAll('-', '').slice(0, 20)}`,
    monto: 916.8,
    nombreOrdenante: 'EMPRESA DE PRUEBA SA DE CV',
    tipoCuentaOrdenante: 40,
    cuentaOrdenante: '072691004495711499',
    rfcCurpOrdenante: 'ND',
    nombreBeneficiario: 'QUINCENA SOFOM ENR',
    tipoCuentaBeneficiario: 40,
    cuentaBeneficiario: '646180110400000007',
    nombreBeneficiario2: null,
    tipoCuentaBeneficiario2: null,
    cuentaBeneficiario2: null,
    rfcCurpBeneficiario: 'ND',
    conceptoPago: 'PAGO',
    referenciaNumerica: 9_999_999,
    empresa: 'QUINCENA',
    tipoPago: 1,
    tsLiquidacion: '1795190400000',
    folioCodi: null,
    ...change,
  }
}

type Abono = ReturnType<typeof abonoOf>

/** Adds the order of a callback to the STP simulator, so that a query finds it. Throws if the simulator refuses it. */
export async function receiveAtStp(ctx: TestContext, callback: Abono) {
  const { id, fechaOperacion, institucionOrdenante, tsLiquidacion, ...body } = callback
  const cuerpo = { ...body, institucionContraparte: institucionOrdenante, institucionOperante: 90_646 }
  const order = {
    ...{ tipoOrden: 'R', idEF: id, estado: 'LQ', fechaOperacion, urlCEP: null, cuerpo },
    ...{ tsCaptura: Number(tsLiquidacion), tsLiquidacion: Number(tsLiquidacion) },
    respuesta: { mensaje: 'confirmar', id: null },
  }
  const answer = await fetch(`${ctx.simulator.url}/admin/orders`, {
    method: 'POST',
    body: JSON.stringify({ orders: [order] }),
  })
  if (!answer.ok) throw new Error(await answer.text())
}

async function postAbono(ctx: TestContext, body: Abono) {
  const answer = await postCallback(ctx, body, { path: 'payment' })
  if (answer.statusCode !== 200 || answer.body !== '{"mensaje":"confirmar"}') throw new Error(answer.body)
  const row = await ctx.deps.db
    .selectFrom('incoming_payment')
    .selectAll()
    .where('stp_id', '=', body.id)
    .orderBy('id', 'desc')
    .executeTakeFirst()
  return { body, row }
}

/** STP receives money and posts its callback; no query yet. `row` is undefined if the server did not store it. */
export async function sendAbono(ctx: TestContext, change: object = {}) {
  const body = abonoOf(change)
  await receiveAtStp(ctx, body)
  return postAbono(ctx, body)
}

/** Posts a forged callback about money that STP does not have, or has with other values (`atStp`). */
export async function forgeAbono(ctx: TestContext, change: object = {}, atStp?: object) {
  const body = abonoOf(change)
  if (atStp !== undefined) await receiveAtStp(ctx, { ...body, ...atStp })
  const { row } = await postAbono(ctx, body)
  if (row === undefined) throw new Error('the callback was not kept')
  return row
}

/** Runs the queries to STP about incoming payments, with the hourly query limit reset. */
export async function queryAbonos(ctx: TestContext) {
  await ctx.deps.db.deleteFrom('stp_query').execute()
  return ctx.drain(['ask-incoming-payment'])
}

export const findAbono = (ctx: TestContext, id: number) =>
  ctx.deps.db.selectFrom('incoming_payment').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

/** Money arrives, and a query to STP confirms it. Returns the row. */
export async function receiveAbono(ctx: TestContext, change: object = {}) {
  const { row } = await sendAbono(ctx, change)
  if (row === undefined) throw new Error('the incoming payment was not kept')
  await queryAbonos(ctx)
  return findAbono(ctx, row.id)
}
