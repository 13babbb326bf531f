import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { connect } from 'node:net'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { createTestContext, type TestContext } from './context.ts'
import { makeStaff, signIn } from './factories.ts'
import { findLoan, ordersOf } from './loans.ts'
import { acceptByHttp, type Offer, offerByHttp } from './payout-by-http.ts'
import { type ServerProcess, startServerProcess } from './server-process.ts'

/** Exit code of a server that closed everything before its own limit; a server that did not exits with 1. */
const closedInTime = 0

const patience = { timeout: 120_000, interval: 25 }

let ctx: TestContext
let server: ServerProcess

beforeAll(async () => {
  ctx = await createTestContext()
})

afterEach(async () => {
  ctx.simulator.faults.clear()
  await server.kill()
})

const ordersAtStp = (account: string) =>
  ctx.simulator.orders().filter(({ cuerpo }) => cuerpo.cuentaBeneficiario === account)

test('SIGTERM during acceptances: answers them, ends event streams, and each loan is paid out once', async () => {
  server = await startServerProcess(ctx)
  const offers: Offer[] = []
  for (let count = 0; count < 5; count += 1) offers.push(await offerByHttp(ctx, server))
  const stream = await fetch(`${server.api}/events`, { headers: await signIn(ctx, await makeStaff(ctx)) })
  // STP takes each order at once and answers after 1.5 s.
  const late = { on: 'register', action: 'delay', when: 'after', delay_ms: 1500, count: null } as const
  ctx.simulator.faults.set([late])

  const key = randomUUID()
  const accepting = Promise.all(offers.map((offer) => acceptByHttp(server, offer, key)))
  await expect
    .poll(() => offers.filter(({ account }) => ordersAtStp(account).length > 0).length, patience)
    .toBeGreaterThan(0)
  expect(await server.end(), server.output()).toBe(closedInTime)
  expect(await stream.text()).toContain('retry:')
  for (const { status } of await accepting) expect([200, 202]).toContain(status)

  ctx.setNow(ctx.clock.now.add({ minutes: 2 }).toString())
  server = await startServerProcess(ctx)
  for (const offer of offers) {
    await expect
      .poll(async () => (await ordersOf(ctx, offer.loan_id)).map(({ status }) => status), patience)
      .toEqual(['sent'])
    expect(await findLoan(ctx, offer.loan_id)).toMatchObject({ state: 'active' })
    expect(ordersAtStp(offer.account)).toHaveLength(1)
    expect(await acceptByHttp(server, offer, key)).toMatchObject({ status: 200, replayed: true })
  }
})

test('SIGTERM during a request whose body never ends: stops in time', async () => {
  server = await startServerProcess(ctx)
  const { hostname, port } = new URL(server.api)
  const slow = connect(Number(port), hostname).on('error', () => undefined)
  slow.write('POST /quincena/api/auth/login HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n')
  slow.write('content-length: 1000\r\nexpect: 100-continue\r\n\r\n')
  // The server reads the body now.
  expect(String(await once(slow, 'data'))).toContain('100 Continue')
  const closed = once(slow, 'close')
  expect(await server.end(), server.output()).toBe(closedInTime)
  await closed
})
