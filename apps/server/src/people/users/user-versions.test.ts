import { messages } from '@quincena/domain/messages'
import { beforeAll, expect, test } from 'vitest'
import { createTestContext, type TestContext } from '../../../test/context.ts'
import { makeClabe, makeStaff, makeWorker, signIn } from '../../../test/factories.ts'

type Headers = Record<string, string>
let ctx: TestContext
let manager: Headers

beforeAll(async () => {
  ctx = await createTestContext()
  manager = await signIn(ctx, await makeStaff(ctx, 'U1'))
})

function call(
  method: 'GET' | 'PATCH',
  path: string,
  { headers = manager, payload }: { headers?: Headers; payload?: object } = {},
) {
  return ctx.app.inject({
    ...{ method, url: `${ctx.api}${path}`, headers },
    ...(payload === undefined ? {} : { payload }),
  })
}

test('rejects an edit of an older version with 409 and writes nothing', async () => {
  const { id } = await makeWorker(ctx)
  const read = async () => (await call('GET', `/auth/user/${id}`)).json()
  const save = (payload: object) => call('PATCH', `/auth/user/${id}/update`, { payload })
  const { version } = await read()
  const answers = await Promise.all([
    save({ position: 'Puesto de una', version }),
    save({ position: 'Puesto de otra', version }),
  ])
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
  const refused = answers.find(({ statusCode }) => statusCode === 409)?.json()
  expect([refused.code, refused.detail]).toEqual(['user.changed', messages['user.changed']])
  const saved = await read()
  expect(saved.version).toBe(version + 1)
  const account = {
    ...{ bank: '40012', debit_card_number: makeClabe(7001), bank_account_number: '90000007001' },
  }
  expect((await save({ ...account, version })).json().code).toBe('user.changed')
  expect((await save({ ...account, version: saved.version })).statusCode).toBe(200)
  // Clients that send no version can still write.
  expect((await save({ position: 'Sin versión' })).json()).toMatchObject({ position: 'Sin versión' })
})

test('counts no version when a user signs in, reads or keeps the same values', async () => {
  const worker = await makeWorker(ctx)
  const { version, phone } = (await call('GET', `/auth/user/${worker.id}`)).json()
  const headers = await signIn(ctx, worker)
  await call('GET', '/auth/user', { headers })
  await call('PATCH', `/auth/user/${worker.id}/update`, { headers, payload: { phone } })
  await call('PATCH', `/auth/user/${worker.id}/update`, {
    headers,
    payload: { is_onboarding_dismissed: true },
  })
  expect((await call('GET', `/auth/user/${worker.id}`)).json().version).toBe(version)
})
