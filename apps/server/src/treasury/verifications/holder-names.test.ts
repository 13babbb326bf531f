import { beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestContext, type TestContext } from '../../../test/context.ts'
import { staffHeaders } from '../../../test/loans.ts'
import { answerVerification, makeAccountHolder, setMode } from '../../../test/verifications.ts'
import { startVerification } from './commands/ensure-verification.ts'

let ctx: TestContext
let manager: Record<string, string>
beforeAll(async () => {
  ctx = await createTestContext()
  manager = await staffHeaders(ctx)
  await setMode(ctx, 'block')
})
beforeEach(() => ctx.setNow('2026-11-20T16:00:00Z'))

const guadalupe = { first_name: 'María Guadalupe', last_name: 'Hernández de la Cruz' }

/** Verifies the account of a new worker whose bank answers with this holder; returns the staff's view. */
async function verify(holder: { name?: string | null; rfc?: string | null }, values: object = guadalupe) {
  const worker = await makeAccountHolder(ctx, { ...values })
  await startVerification(ctx.deps, worker.id)
  const { id } = await answerVerification(ctx, worker, holder)
  const answer = await ctx.app.inject({ url: `${ctx.api}/account-verifications/${id}`, headers: manager })
  return answer.json()
}

test.each([
  'MARIA GUADALUPE HERNANDEZ DE LA CRUZ',
  'HERNANDEZ DE LA CRUZ MARIA GUADALUPE',
  'HERNANDEZ/DELACRUZ,MARIA GUADALUPE',
  'HERNANDEZ DELA CRUZ GUADALUPE M',
  'MA. GUADALUPE HERNANDEZ DE LA CRUZ',
  'MA GPE HERNANDEZ DE LA CRUZ',
  'HDEZ DE LA CRUZ MA. GPE.',
  'MARIA HERNANDEZ DE LA CRUZ',
  'MARIAGUADALUPE HERNANDEZ DELACRUZ',
  'maría  guadalupe hernández de la cruz',
])('verifies the account that the bank holds for «%s», with both names as evidence', async (name) => {
  expect(await verify({ name })).toMatchObject({
    ...{ state: 'verified', source: 'centavo', result: 'match', holder_name: name.trim() },
    ...{ registered_name: 'María Guadalupe Hernández de la Cruz', decided_at: '2026-11-20T16:00:05.000Z' },
  })
})

test.each([
  'ROSA HERNANDEZ DE LA CRUZ',
  'MARIA ELENA HERNANDEZ DE LA CRUZ',
  'MARIO GUADALUPE HERNANDEZ DE LA CRUZ',
  'MARIA GUADALUPE GARCIA LOPEZ',
  'COMERCIALIZADORA DEL NORTE SA DE CV',
])('reports another holder where the bank names the stranger «%s»', async (name) => {
  const found = await verify({ name })
  expect(found).toMatchObject({ state: 'mismatch', result: 'mismatch', holder_name: name, accepted_at: null })
  expect(found.score).toBeLessThan(0.5)
})

test('verifies an account whose bank answers with the name that was sent', async () => {
  expect(await verify({})).toMatchObject({ state: 'verified', score: 1, identity: 'none' })
})

test('reports another holder where the name is equal and the RFC differs', async () => {
  const values = { ...guadalupe, rfc: 'HECG800416AB1' }
  const name = 'MARIA GUADALUPE HERNANDEZ DE LA CRUZ'
  expect(await verify({ name, rfc: 'HECG800416AB2' }, values)).toMatchObject({
    ...{
      state: 'mismatch',
      identity: 'different',
      registered_rfc: 'HECG800416AB1',
      holder_rfc: 'HECG800416AB2',
    },
  })
})

test('verifies an account of an equal RFC where the bank gives no name', async () => {
  const values = { ...guadalupe, rfc: 'HECG810416AB1' }
  expect(await verify({ name: null, rfc: 'HECG810416AB1' }, values)).toMatchObject({
    ...{ state: 'verified', identity: 'equal', holder_name: null },
  })
})

test('leaves an equal RFC with another name to staff', async () => {
  const values = { ...guadalupe, rfc: 'HECG820416AB1' }
  const found = await verify({ name: 'ROSA GARCIA LOPEZ', rfc: 'HECG820416AB1' }, values)
  expect(found).toMatchObject({ state: 'mismatch', result: 'doubtful', identity: 'equal' })
})
