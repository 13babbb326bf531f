import { expect } from '@playwright/test'
import { stpUrl } from './server-address.ts'

/** Lets money arrive at the STP simulator (`monto` in pesos), which then calls the server's webhook. */
export async function payAtStp(payment: {
  monto: number
  conceptoPago?: string
  nombreOrdenante?: string
  cuentaOrdenante?: string
  referenciaNumerica?: number
}) {
  const body = JSON.stringify({ referenciaNumerica: 9_999_999, ...payment })
  const response = await fetch(`${stpUrl}/admin/payments`, { method: 'POST', body })
  expect(response.status, await response.clone().text()).toBe(200)
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
