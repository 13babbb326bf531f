import { expect } from '@playwright/test'
import { call, signInByHttp } from './http.ts'
import { stpUrl } from './server-address.ts'

interface DemoOrder {
  operation_date: string
  state: string | null
}

/** Days of the demo data whose orders are all final, oldest first; no other test changes them. */
export async function findDaysWithFinalOrders(): Promise<{ day: string; count: number }[]> {
  const { token } = await signInByHttp('gerente@demo.quincena.mx')
  const { json } = await call('/stp?page_size=200&ordering=operation_date', { token })
  const days = Map.groupBy(json.results as DemoOrder[], ({ operation_date }) => operation_date)
  const ended = [...days].filter(([, orders]) => orders.every(({ state }) => state !== null))
  return ended.map(([day, orders]) => ({ day, count: orders.length }))
}

/** Reconciles a day over HTTP and waits for the result, for tests about later steps. */
export async function reconcileByHttp(day: string) {
  const { token } = await signInByHttp('gerente@demo.quincena.mx')
  const response = await call(`/stp/reconciliation/${day}/run`, { method: 'POST', token })
  expect(response.status, response.bytes.toString()).toBe(202)
  await expect
    .poll(async () => (await call(`/stp/reconciliation/${day}`, { token })).json.status, { timeout: 30_000 })
    .not.toBe('running')
}

/** Adds an order at STP on a day that we did not send. */
export async function addUnknownStpOrder(day: string, tracking_key: string) {
  const cuerpo = {
    ...{ claveRastreo: tracking_key, empresa: 'QUINCENA', monto: '4200.00' },
    ...{ cuentaBeneficiario: '012180015000000007', nombreBeneficiario: 'PERSONA AJENA' },
  }
  const order = {
    estado: 'LQ',
    fechaOperacion: Number(day.replaceAll('-', '')),
    tsCaptura: Date.parse(`${day}T16:00:00Z`),
    tsLiquidacion: Date.parse(`${day}T16:00:04Z`),
    cuerpo,
  }
  const response = await fetch(`${stpUrl}/admin/orders`, {
    method: 'POST',
    body: JSON.stringify({ orders: [order] }),
  })
  expect(response.status, await response.text()).toBe(200)
}
