import { loginBody } from '@quincena/domain/sessions/schema'
import { expect, test } from 'vitest'
import { type LoginValues, loginErrors } from './login-errors.ts'

const typed: LoginValues = { email: 'ana@ejemplo.mx', password: 'x', code: '' }

test.each([
  {},
  { email: '' },
  { email: '   ' },
  { password: '' },
  { email: `${'a'.repeat(243)}@ejemplo.mx`, password: ' ' },
  { email: 'a'.repeat(255), password: 'x'.repeat(129), code: '1'.repeat(41) },
  { password: 'x'.repeat(128), code: ` 123456${' '.repeat(40)} ` },
])('returns the same errors as the API schema for %o', (fields) => {
  const { email, password, code } = { ...typed, ...fields }
  const issues = loginBody.safeParse({ email, password, code }).error?.issues ?? []
  const messages = Object.fromEntries(issues.map(({ path, message }) => [path.join('.'), message]))
  expect(loginErrors({ ...typed, ...fields })).toEqual(messages)
})

test.each(['nadie', 'nadie@', 'nadie@ejemplo', 'na die@ejemplo.mx', '@ejemplo.mx'])(
  'rejects «%s» as an e-mail',
  (email) => {
    expect(loginErrors({ ...typed, email })).toEqual({ email: 'Revisa tu correo: le falta algo.' })
  },
)
