import { expect } from '@playwright/test'
import { reconcileByHttp } from './reconciliation.ts'
import { stpUrl } from './server-address.ts'

/** Lets money arrive at the STP simulator (`monto` in pesos), which then calls the server's webhook; returns its id. */
export async function payAtStp(payment: {
  monto: number
  conceptoPago?: string
  nombreOrdenante?: string
  cuentaOrdenante?: string
  referenciaNumerica?: number
}): Promise<number> {
  const body = JSON.stringify({ referenciaNumerica: 9_999_999, ...payment })
  const response = await fetch(`${stpUrl}/admin/payments`, { method: 'POST', body })
  expect(response.status, await response.clone().text()).toBe(200)
  return (await response.json()).idEF
}

/** STP returns received money to its sender without an order; the comparison of its operating day, which this runs, tells us. */
export async function takeBackAtStp(id: number) {
  const response = await fetch(`${stpUrl}/admin/payments/${id}/return`, { method: 'POST', body: '{}' })
  expect(response.status, await response.clone().text()).toBe(200)
  const { operating_day } = await (await fetch(`${stpUrl}/admin/clock`)).json()
  await reconcileByHttp(String(operating_day).replace(/(\d{4})(\d\d)(\d\d)/, '$1-$2-$3'))
}

/** Posts a callback about money that STP does not have to the server's webhook. */
export async function forgePayment(payment: {
  monto: number
  conceptoPago: string
  nombreOrdenante: string
}) {
  const settings = await (await fetch(`${stpUrl}/admin/settings`)).json()
  const clock = await (await fetch(`${stpUrl}/admin/clock`)).json()
  const id = Date.now()
  const body = {
    id,
    claveRastreo: `FALSO${id}`,
    fechaOperacion: clock.operating_day,
    tipoPago: 1,
    ...payment,
  }
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(settings.payment_url, {
    ...{ method: 'POST', headers },
    body: JSON.stringify({ institucionOrdenante: 40_072, ...body }),
  })
  expect(response.status, await response.clone().text()).toBe(200)
}
