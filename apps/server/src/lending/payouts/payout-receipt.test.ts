import { bankName } from '@quincena/domain/mexico/banks'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestContext, type TestContext } from '../../../test/context.ts'
import { makeWorker, signIn } from '../../../test/factories.ts'
import { lastOrder, makeActiveLoan, makeOffer, sendState, staffHeaders } from '../../../test/loans.ts'
import { pdfText } from '../../../test/pdf-text.ts'

let ctx: TestContext
beforeAll(async () => {
  ctx = await createTestContext()
  // An order ends only when a test says so.
  ctx.simulator.configure({ settle_ms: null })
})
beforeEach(() => ctx.setNow('2026-11-20T16:00:00Z'))

type Active = Awaited<ReturnType<typeof makeActiveLoan>>

const arrivedAt = String(Date.parse('2026-11-20T16:05:00Z'))
const url_cep = 'https://www.banxico.org.mx/cep/go?i=90646&s=20261120&d=abc'

async function makeArrived(wish: Parameters<typeof makeActiveLoan>[1] = {}): Promise<Active> {
  const active = await makeActiveLoan(ctx, wish)
  await sendState(ctx, active.order, { estado: 'LQ', tsLiquidacion: arrivedAt })
  return active
}

const get = (id: number, headers: Record<string, string>) =>
  ctx.app.inject({ url: `${ctx.api}/loan/${id}/payout-receipt`, headers })

/** Changes the order of a loan as only STP or the reconciliation otherwise does. */
const changeOrder = ({ order }: Active, change: { url_cep: string | null } | { contested_at: string }) =>
  ctx.deps.db.updateTable('transfer').set(change).where('id', '=', order.id).execute()

test('says what arrived, when, in which account, with tracking key, CEP and lender', async () => {
  const active = await makeArrived()
  const { loan, worker, headers } = active
  await changeOrder(active, { url_cep })
  const answer = await get(loan.id, headers)
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'application/pdf'])
  expect(answer.headers['content-disposition']).toBe(
    `inline; filename="comprobante-deposito-${loan.folio}.pdf"`,
  )
  const { tracking_key, beneficiary_account, counterpart_institution } = await lastOrder(ctx, loan.id)
  const text = await pdfText(answer.rawPayload)
  for (const part of [
    `Comprobante de depósito ${loan.folio} · 20/11/2026 - 10:05`,
    `Depositamos a ${worker.first_name} ${worker.last_name} $10,000.00`,
    `Llegó a la cuenta ····${beneficiary_account.slice(-4)} de ${bankName(counterpart_institution)}, por el crédito ${loan.folio}.`,
    `Cuenta Terminada en ${beneficiary_account.slice(-4)}`,
    `Clave de rastreo ${tracking_key}`,
    'Ver el CEP en Banxico',
    ctx.deps.brand.current().lender.name,
  ])
    expect(text).toContain(part)
  expect(text).not.toContain(beneficiary_account)
  expect(answer.rawPayload.toString('latin1')).toContain(url_cep)
})

test('without the address of the CEP it says how to find it', async () => {
  const active = await makeArrived({ type: 'advance', amount_cents: 200_000 })
  await changeOrder(active, { url_cep: null })
  const text = await pdfText((await get(active.loan.id, active.headers)).rawPayload)
  expect(text).toContain('por el anticipo')
  expect(text).toContain('Búscalo en Banxico con la fecha, la clave de rastreo')
})

test('404 to another worker, the same bytes to staff', async () => {
  const { loan, headers } = await makeArrived()
  const other = await get(loan.id, await signIn(ctx, await makeWorker(ctx)))
  expect([other.statusCode, other.json().code]).toEqual([404, 'loan.not_found'])
  const own = await get(loan.id, headers)
  expect((await get(loan.id, await staffHeaders(ctx))).rawPayload.equals(own.rawPayload)).toBe(true)
})

test('409 before the money arrives, after it came back, and while it is clarified', async () => {
  const offer = await makeOffer(ctx)
  const sent = await makeActiveLoan(ctx)
  const returned = await makeArrived()
  ctx.simulator.act(returned.order.tracking_key, 'settle')
  ctx.simulator.act(returned.order.tracking_key, 'return')
  await sendState(ctx, returned.order, { estado: 'D', causaDevolucion: 1 })
  await ctx.drain(['ask-transfer'])
  const doubtful = await makeArrived()
  await changeOrder(doubtful, { contested_at: '2026-11-20T17:00:00Z' })
  for (const { loan, headers } of [offer, sent, returned, doubtful]) {
    const answer = await get(loan.id, headers)
    expect([answer.statusCode, answer.json().code]).toEqual([409, 'payout_receipt.not_yet'])
  }
})
