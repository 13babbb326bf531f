import { randomInt, randomUUID } from 'node:crypto'
import type { TestContext } from './context.ts'
import { postCallback } from './loans.ts'

/** An incoming payment as STP posts it: the shape public integrators record, the values invented. */
function abonoOf(change: object = {}) {
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

/** STP tells of money that arrived; answers its row, or undefined where none was kept. */
export async function tellAbono(ctx: TestContext, change: object = {}) {
  const body = abonoOf(change)
  const answer = await postCallback(ctx, body, { path: 'payment' })
  if (answer.statusCode !== 200 || answer.body !== '{"mensaje":"confirmar"}') throw new Error(answer.body)
  const row = await ctx.deps.db
    .selectFrom('incoming_payment')
    .selectAll()
    .where('stp_id', '=', body.id)
    .executeTakeFirst()
  return { body, row }
}

/** The same, where a row is sure to come of it. */
export async function receiveAbono(ctx: TestContext, change: object = {}) {
  const { row } = await tellAbono(ctx, change)
  if (row === undefined) throw new Error('the incoming payment was not kept')
  return row
}
