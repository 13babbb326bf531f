import { generateKeyPairSync } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { cadena } from './cadena.ts'
import { testClient, testKey } from './fixtures/harness.ts'
import type { Simulator } from './simulator/options.ts'
import { startSimulator } from './simulator.ts'

let simulator: Simulator
beforeAll(async () => {
  simulator = await startSimulator({
    public_key: testKey.publicKey,
    company: 'PRUEBA',
    payer_account: '646180110400000007',
    opening_balance: 100_000,
  })
  simulator.setClock('2026-11-20T16:00:00Z') // Friday 10:00 in Mexico City
})
afterEach(() => simulator.faults.clear())
afterAll(() => simulator.stop())

const day = '2026-11-20'

/** A payment that arrived, and the call that returns it. */
function arrive(amount: number) {
  const { cuerpo } = simulator.receivePayment({ monto: amount / 100 })
  const tracking_key = cuerpo.claveRastreo ?? ''
  return { tracking_key, operation_date: day, amount, return_key: `DEVO${tracking_key}` }
}

const balance = async () => {
  const read = await testClient(simulator.url).getBalance()
  return read.outcome === 'balance' ? read.balance : null
}

describe('returnOrder', () => {
  it('signs the seven values with the amount in two decimals', () => {
    const body = {
      fechaOperacion: '20220311',
      institucionOperante: '90646',
      claveRastreo: 'POD30331984906',
      monto: 0.1,
      digitoIdentificadorBeneficiario: 2,
      claveRastreoDevolucion: 'PO55A164C6444',
      medioEntrega: 3,
      empresa: 'PRUEBA',
    }
    expect(cadena('return', body)).toBe('||20220311|90646|POD30331984906|0.10|2|PO55A164C6444|3||')
  })

  it('returns a payment once, and its query answers D', async () => {
    const client = testClient(simulator.url)
    const before = await balance()
    const payment = arrive(91_680)
    const first = await client.returnOrder(payment)
    expect(first).toEqual({ outcome: 'returned', id: expect.any(Number) })
    expect(await client.returnOrder(payment)).toEqual(first)
    expect(await balance()).toBe(before)
    const { tracking_key } = payment
    expect(await client.queryReceived({ tracking_key, operation_date: day })).toMatchObject({
      outcome: 'found',
      order: { state: 'D', amount: 91_680 },
    })
    expect(await client.listPage({ order_type: 'R', operation_date: day, page: 0 })).toMatchObject({
      orders: expect.arrayContaining([expect.objectContaining({ tracking_key, state: 'D' })]),
    })
  })

  it.each([
    ['another return key', { return_key: 'DEVOOTRA0001' }],
    ['another amount', { amount: 5_001 }],
    ['another day', { operation_date: '2026-11-19' }],
    ['an unknown key', { tracking_key: 'NINGUNO00001' }],
  ])('answers not_found for %s of a returned payment', async (_, change) => {
    const client = testClient(simulator.url)
    const payment = arrive(5_000)
    await client.returnOrder(payment)
    const result = await client.returnOrder({ ...payment, ...change })
    expect(result).toEqual({ outcome: 'not_found', message: 'Orden no encontrada' })
  })

  it('answers unknown when the answer is lost, and a repeat returns the payment once', async () => {
    const client = testClient(simulator.url)
    const before = await balance()
    const payment = arrive(7_000)
    simulator.faults.set([{ on: 'return_payment', action: 'lose', when: 'after' }])
    expect(await client.returnOrder(payment)).toMatchObject({ outcome: 'unknown', reason: 'network' })
    expect(await client.returnOrder(payment)).toMatchObject({ outcome: 'returned' })
    expect(await balance()).toBe(before)
  })

  it('answers refused for a firma of another key, and the payment stays in the account', async () => {
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
    const private_key = String(privateKey.export({ type: 'pkcs8', format: 'pem' }))
    const payment = arrive(3_000)
    const before = await balance()
    const result = await testClient(simulator.url, { private_key }).returnOrder(payment)
    expect(result).toMatchObject({ outcome: 'refused', id: 0, remedy: 'fix_setup' })
    expect(await balance()).toBe(before)
  })
})
