import { expect, test } from 'vitest'
import { workerLoginErrors } from './use-worker-login.ts'

const typed = { email: 'ana@ejemplo.mx', password: 'x', code: '', terms: true, privacy: true }

test('requires each asked consent that is not given', () => {
  const none = { ...typed, terms: false, privacy: false }
  expect(workerLoginErrors(none, ['privacy'])).toEqual({ privacy: 'Debes aceptar el aviso de privacidad' })
  expect(workerLoginErrors(none, [])).toEqual({})
  expect(workerLoginErrors({ ...none, privacy: true }, ['terms', 'privacy'])).toEqual({
    terms: 'Debes aceptar los términos y condiciones',
  })
})
