import { expect } from '@playwright/test'
import { stpUrl } from './server-address.ts'

/** A planned fault of the STP simulator. */
interface Fault {
  on: 'settle' | 'register' | 'query' | 'webhook'
  action: 'hold' | 'return' | 'cancel' | 'lose' | 'refuse'
  amount?: number
  cause?: number
  id?: number
  message?: string
  /** Whether the call takes effect before the fault. */
  when?: 'before' | 'after'
  count?: number | null
}

async function admin(method: string, path: string, body?: unknown) {
  const payload = body === undefined ? null : JSON.stringify(body)
  const response = await fetch(`${stpUrl}/admin${path}`, { method, body: payload })
  expect(response.status, await response.clone().text()).toBe(200)
  return response.json()
}

/** Replaces the simulator's planned faults. */
export const planFaults = (...faults: Fault[]) => admin('PUT', '/faults', { faults })

/** Settles, returns or cancels an order at STP; STP then sends the callback. */
export const changeStpOrder = (
  tracking_key: string,
  action: 'settle' | 'return' | 'cancel',
  cause?: number,
) => admin('POST', `/orders/${tracking_key}/${action}`, cause === undefined ? {} : { cause })

interface StpBooks {
  /** Every movement of money, in centavos. */
  movements: { account: string; saldo_cents: number }[]
  /** The balance of each account in centavos: what is settled, and what is captured and not settled. */
  accounts: { account: string; saldo: number; cargosPendientes: number }[]
}

/** The simulator's own books, which know nothing of the server's. */
export const readStpBooks = (): Promise<StpBooks> => admin('GET', '/movements')

interface StpOrder {
  estado: string
  cuentaBeneficiario: string
  monto: string | number
}

/** The orders of the simulator to a beneficiary's account. */
export async function readStpOrders(account: string): Promise<StpOrder[]> {
  const { orders } = await admin('GET', '/orders')
  return orders.filter((order: StpOrder) => order.cuentaBeneficiario === account)
}

/** Tells the simulator who holds an account; it names them once an order to it is settled. */
export const setHolder = (account: string, holder: { name?: string; rfc?: string }) =>
  admin('PUT', '/holders', { account, ...holder })
