import { expect } from '@playwright/test'

const base = process.env.E2E_STP_URL ?? ''

/** Money arrives at STP's account, as its callback words it; the server is told by webhook. */
export async function payAtStp(payment: {
  monto: number
  conceptoPago?: string
  nombreOrdenante?: string
  referenciaNumerica?: number
}) {
  const body = JSON.stringify({ referenciaNumerica: 9_999_999, ...payment })
  const response = await fetch(`${base}/admin/payments`, { method: 'POST', body })
  expect(response.status, await response.clone().text()).toBe(200)
}
