import { expect } from '@playwright/test'
import { stpUrl } from './place.ts'

/** Money arrives at STP's account, as its callback words it; the server is told by webhook. */
export async function payAtStp(payment: {
  monto: number
  conceptoPago?: string
  nombreOrdenante?: string
  referenciaNumerica?: number
}) {
  const body = JSON.stringify({ referenciaNumerica: 9_999_999, ...payment })
  const response = await fetch(`${stpUrl}/admin/payments`, { method: 'POST', body })
  expect(response.status, await response.clone().text()).toBe(200)
}
