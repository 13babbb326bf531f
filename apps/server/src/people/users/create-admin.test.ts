import { beforeAll, expect, test } from 'vitest'
import { createTestContext, type TestContext } from '../../../test/context.ts'
import { createAdmin } from './commands/create-admin.ts'

let ctx: TestContext

beforeAll(async () => {
  ctx = await createTestContext()
})

const person = { email: ' Primera@Quincena.MX ', first_name: 'Eva', last_name: 'Luna' }
const post = (path: string, payload: object) =>
  ctx.app.inject({ method: 'POST', url: `${ctx.api}${path}`, payload })

test('lets the first admin choose a password with the link and sign in', async () => {
  const { email, link } = await createAdmin(ctx.deps, person)
  expect(email).toBe('primera@quincena.mx')
  const [page, token] = link.split('#token=')
  expect(page).toBe('http://localhost:3000/quincena/auth/contrasena')
  expect((await post('/auth/reset-password', { token, password: 'Segunda-Montaña-58' })).statusCode).toBe(204)
  const answer = await post('/auth/login', { email, password: 'Segunda-Montaña-58' })
  expect(answer.json()).toMatchObject({ user_type: 'U0', first_name: 'Eva' })
})

test('rejects an invalid and a used e-mail address and creates no user', async () => {
  const used = { ...person, email: 'segunda@quincena.mx' }
  await createAdmin(ctx.deps, used)
  const users = () => ctx.deps.db.selectFrom('app_user').select('id').execute()
  const before = await users()
  await expect(createAdmin(ctx.deps, { ...person, email: 'no' })).rejects.toThrow('not an e-mail address')
  await expect(createAdmin(ctx.deps, used)).rejects.toThrow('user_email_unique')
  expect(await users()).toEqual(before)
})
