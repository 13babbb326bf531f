import { beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestContext, type TestContext } from '../../../test/context.ts'
import { makeWorker } from '../../../test/factories.ts'
import { receiveAbono } from '../../../test/incoming.ts'
import { findLoan, makeActiveLoan, payWhole, staffHeaders } from '../../../test/loans.ts'

let ctx: TestContext
let headers: Record<string, string>
beforeAll(async () => {
  ctx = await createTestContext()
  headers = await staffHeaders(ctx)
})
beforeEach(() => ctx.setNow('2026-11-20T16:00:00Z'))

interface Suggested {
  reasons: string[]
  worker: { id: number }
  loan: { id: number; state: string } | null
}

async function suggested(id: number): Promise<[number, number | null, string[]][]> {
  const url = `${ctx.api}/stp/incoming-payments/${id}/suggestions`
  const { results } = (await ctx.app.inject({ url, headers })).json()
  return results.map(({ worker, loan, reasons }: Suggested) => [worker.id, loan?.id ?? null, reasons])
}

const stranger = {
  nombreOrdenante: 'EMPRESA DESCONOCIDA',
  cuentaOrdenante: '072691004495711400',
  monto: 1.01,
}
const rename = (id: number, first_name: string, last_name: string) =>
  ctx.deps.db.updateTable('app_user').set({ first_name, last_name }).where('id', '=', id).execute()

test('suggests nothing for a stranger, and for money that is used', async () => {
  const { id } = await receiveAbono(ctx, stranger)
  expect(await suggested(id)).toEqual([])
})

test('suggests the loan whose folio is in the concept, and its worker where it owes nothing', async () => {
  const { loan, worker } = await makeActiveLoan(ctx)
  const { id } = await receiveAbono(ctx, { ...stranger, conceptoPago: `pago ${loan.folio} quincena` })
  expect(await suggested(id)).toEqual([[worker.id, loan.id, ['folio']]])
  await payWhole(ctx, loan)
  expect(await findLoan(ctx, loan.id)).toMatchObject({ state: 'completed' })
  expect(await suggested(id)).toEqual([[worker.id, loan.id, ['folio']]])
})

test('suggests the worker whose account sent it, with or without a loan', async () => {
  const idle = await makeWorker(ctx)
  const sent = { ...stranger, cuentaOrdenante: idle.debit_card_number }
  const { id } = await receiveAbono(ctx, sent)
  expect(await suggested(id)).toEqual([[idle.id, null, ['account']]])
  const { loan, worker } = await makeActiveLoan(ctx)
  const own = await receiveAbono(ctx, { ...stranger, cuentaOrdenante: worker.debit_card_number })
  expect(await suggested(own.id)).toEqual([[worker.id, loan.id, ['account']]])
})

test('suggests the worker with the payer’s name, in any order and without accents', async () => {
  const worker = await makeWorker(ctx)
  await rename(worker.id, 'Xóchitl Itzel', 'Ñandú Zárate')
  const { id } = await receiveAbono(ctx, { ...stranger, nombreOrdenante: 'ZARATE,XOCHITL ITZEL' })
  expect(await suggested(id)).toEqual([[worker.id, null, ['name']]])
  const other = await receiveAbono(ctx, { ...stranger, nombreOrdenante: 'ZARATE PEDRO' })
  expect(await suggested(other.id)).toEqual([])
})

test('adds the exact payment and the exact payoff, and lists the likelier first', async () => {
  const { loan, worker } = await makeActiveLoan(ctx)
  const { loan: same } = await makeActiveLoan(ctx)
  const payment = { ...stranger, monto: 916.8, cuentaOrdenante: worker.debit_card_number }
  const { id } = await receiveAbono(ctx, payment)
  const [first, ...others] = await suggested(id)
  expect(first).toEqual([worker.id, loan.id, ['account', 'amount']])
  expect(others.map(([, loan_id]) => loan_id)).toContain(same.id)
  const payoff = await ctx.app.inject({ url: `${ctx.api}/loan/${loan.id}/payoff`, headers })
  const whole = await receiveAbono(ctx, { ...payment, monto: payoff.json().amount })
  expect((await suggested(whole.id))[0]).toEqual([worker.id, loan.id, ['account', 'payoff']])
})
