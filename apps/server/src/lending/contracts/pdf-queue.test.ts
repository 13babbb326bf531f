import { request } from 'node:http'
import type { InjectOptions } from 'fastify'
import { beforeAll, expect, test, vi } from 'vitest'
import { createTestContext, type TestContext } from '../../../test/context.ts'
import { signIn } from '../../../test/factories.ts'
import { makeActiveLoan, makeLoan } from '../../../test/loans.ts'

// About forty PDFs, 0.2 s each on an idle machine and more on a busy one.
vi.setConfig({ testTimeout: 180_000 })

let ctx: TestContext
let address: string
beforeAll(async () => {
  ctx = await createTestContext()
  address = await ctx.app.listen({ port: 0, host: '127.0.0.1' })
})

/** `borrower` may request a statement; `signer` may request a contract that is not rendered yet. */
async function borrower() {
  const { loan, worker } = await makeActiveLoan(ctx)
  return { url: `${ctx.api}/loan/${loan.id}/statement`, headers: await signIn(ctx, worker) }
}
async function signer() {
  const { loan, worker } = await makeLoan(ctx, { state: 'approved' })
  return {
    method: 'POST' as const,
    url: `${ctx.api}/contract/${loan.id}`,
    headers: await signIn(ctx, worker),
  }
}

const times = <Item>(count: number, make: () => Item) => Array.from({ length: count }, make)
const countBy = (statuses: number[]) =>
  Object.fromEntries(
    [...new Set(statuses)].sort().map((one) => [one, statuses.filter((s) => s === one).length]),
  )

test('a worker who requests 300 statements gets at most 20, the rest 429; contracts of others get 200', async () => {
  const greedy = await borrower()
  const signers = await Promise.all(times(3, signer))
  const statements = times(300, () => ctx.app.inject(greedy))
  const contracts = await Promise.all(signers.map((one) => ctx.app.inject(one)))
  expect(contracts.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])
  const answers = await Promise.all(statements)
  const counts = countBy(answers.map(({ statusCode }) => statusCode))
  expect(Object.keys(counts)).toEqual(['200', '429'])
  expect(counts['200']).toBeLessThanOrEqual(20)
  const refused = answers.filter(({ statusCode }) => statusCode === 429)
  expect(refused.every(({ headers }) => Number(headers['retry-after']) > 0)).toBe(true)
})

test('contracts overtake waiting statements, and a full queue answers 503 with Retry-After', async () => {
  const borrowers = await Promise.all(times(8, borrower))
  const signers = await Promise.all(times(3, signer))
  const order: string[] = []
  const call = async (name: string, options: InjectOptions) => {
    const answer = await ctx.app.inject(options)
    order.push(answer.statusCode === 200 ? name : 'refused')
    return answer
  }
  const statements = borrowers.flatMap((one) => times(4, () => call('statement', one)))
  await expect.poll(() => order.includes('statement'), { timeout: 60_000 }).toBe(true)
  const contracts = await Promise.all(signers.map((one) => call('contract', one)))
  const answers = await Promise.all(statements)
  expect(contracts.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])
  expect(
    order.slice(order.lastIndexOf('contract')).filter((name) => name === 'statement').length,
  ).toBeGreaterThan(3)
  const counts = countBy(answers.map(({ statusCode }) => statusCode))
  expect(Object.keys(counts).filter((status) => status !== '429')).toEqual(['200', '503'])
  const busy = answers.find(({ statusCode }) => statusCode === 503)
  expect(busy?.headers['retry-after']).toBe('3')
  expect(busy?.json()).toMatchObject({
    code: 'files.busy',
    detail: 'Estamos preparando muchos documentos. Espera unos segundos e intenta de nuevo.',
  })
})

/** Calls over a socket that the test can close. */
function open({ url, headers }: Awaited<ReturnType<typeof borrower>>) {
  const call = request(`${address}${url}`, { headers })
  call.on('error', () => undefined)
  const answered = new Promise<void>((done) => call.once('response', () => done()))
  call.end()
  return { answered, leave: () => call.destroy() }
}

test('statements whose callers disconnected take no place in the queue', async () => {
  const [leaving, staying] = [await Promise.all(times(6, borrower)), await Promise.all(times(6, borrower))]
  const calls = leaving.flatMap((one) => times(3, () => open(one)))
  await Promise.race(calls.map(({ answered }) => answered))
  for (const { leave } of calls) leave()
  await expect
    .poll(async () => await new Promise<number>((done) => ctx.app.server.getConnections((_, n) => done(n))))
    .toBe(0)
  const answers = await Promise.all(staying.flatMap((one) => times(3, () => ctx.app.inject(one))))
  expect(countBy(answers.map(({ statusCode }) => statusCode))).toEqual({ 200: 18 })
})
