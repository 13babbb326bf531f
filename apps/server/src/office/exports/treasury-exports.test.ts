import { beforeAll, expect, test } from 'vitest'
import { createTestContext, type TestContext } from '../../../test/context.ts'
import { makeActiveLoan, sendState, staffHeaders } from '../../../test/loans.ts'
import { readSpreadsheet } from '../../../test/read-spreadsheet.ts'
import { registerDeposit, uploadStatement } from '../../../test/statements.ts'

let ctx: TestContext
let manager: Record<string, string>
beforeAll(async () => {
  ctx = await createTestContext()
  manager = await staffHeaders(ctx)
  const { order } = await makeActiveLoan(ctx)
  ctx.simulator.act(order.tracking_key, 'settle')
  await sendState(ctx, order, { estado: 'LQ' })
})

async function download(path: string) {
  const answer = await ctx.app.inject({ url: `${ctx.api}${path}`, headers: manager })
  expect(answer.statusCode).toBe(200)
  return readSpreadsheet(answer.rawPayload)
}

test('a month’s movements are exported with what each of them is', async () => {
  const sheets = await download('/treasury/movements/export?from=2026-11-01&to=2026-11-30')
  expect(sheets.get('Movimientos_STP')).toEqual([
    expect.objectContaining({ Movimiento: 'Pago liquidado', Salida: 10_000, Préstamo: expect.any(String) }),
  ])
})

test('the trial balance is exported with the names of the accounts and sums of 0', async () => {
  const sheets = await download('/treasury/trial-balance/export?from=2026-11-01&to=2026-11-30')
  const lines = sheets.get('Balanza') ?? []
  expect(lines[0]).toMatchObject({
    ...{ Cuenta: 'Efectivo en STP', Grupo: 'Activo', Naturaleza: 'Deudora' },
    ...{ 'Saldo inicial': 0, Abonos: 10_000, 'Saldo final': -10_000 },
  })
  const sum = lines.at(-1)
  expect(sum).toMatchObject({ Cuenta: 'Suma', 'Saldo inicial': 0, 'Saldo final': 0 })
  expect(sum?.Cargos).toBe(sum?.Abonos)
})

test('lines without a payment and payments without a line are exported as their lists show them', async () => {
  const { account } = await registerDeposit(ctx, { headers: manager, amount: 500, reference: 'R-1' })
  const csv = 'Fecha,Concepto,Referencia,Depósitos\n20/11/2026,VENTANILLA,88,1200.50'
  await uploadStatement(ctx, { account, headers: manager, csv })
  const lines = await download(`/treasury/bank-lines/export?bank_account=${account}&state=waiting`)
  expect(lines.get('Movimientos del banco')).toEqual([
    expect.objectContaining({ Descripción: 'VENTANILLA', Monto: 1200.5, Estado: 'Sin conciliar' }),
  ])
  const payments = await download(`/treasury/open-payments/export?bank_account=${account}`)
  expect(payments.get('Pagos sin movimiento')).toEqual([
    expect.objectContaining({ Monto: 500, Referencia: 'R-1', Comprobación: 'Por comprobar' }),
  ])
})
