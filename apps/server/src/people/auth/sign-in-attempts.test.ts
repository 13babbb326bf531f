import { beforeAll, expect, test } from 'vitest'
import { createTestContext, type TestContext } from '../../../test/context.ts'
import { AppError } from '../../command/errors.ts'
import { attempt } from './commands/sign-in-attempts.ts'

let ctx: TestContext
beforeAll(async () => {
  ctx = await createTestContext()
})

const wrong = () => new AppError('credentials_invalid', 401)
const restarting = () => Object.assign(new Error('terminating connection'), { code: '57P01' })

async function failTimes(count: number, fault: () => Error, email: string) {
  for (let round = 0; round < count; round += 1)
    await attempt(ctx.deps, { email, scope: '' }, () => Promise.reject(fault())).catch(() => undefined)
}

test('counts no failure if the database does not answer, and still locks after five wrong passwords', async () => {
  const email = 'ana@correo.mx'
  await failTimes(4, wrong, email)
  await failTimes(10, restarting, email)
  await failTimes(1, wrong, email)
  await expect(attempt(ctx.deps, { email, scope: '' }, () => Promise.resolve('in'))).rejects.toMatchObject({
    code: 'account_locked',
  })
  await failTimes(10, restarting, 'eva@correo.mx')
  await expect(
    attempt(ctx.deps, { email: 'eva@correo.mx', scope: '' }, () => Promise.resolve('in')),
  ).resolves.toBe('in')
})
