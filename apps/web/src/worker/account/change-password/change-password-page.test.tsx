import { fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { answerWith, buildFieldRefusal } from '../../../../test/server.ts'
import { openWorkerApp } from '../../../../test/worker-screen.tsx'
import { endSession } from '../../../lib/session.ts'

const rules = {
  ...{ passwordLength: 6, advancedStructure: true, lowercase: false },
  ...{ uppercase: true, numbers: true, specialChars: true },
}
const basics = { 'GET /notification/unread-count': { count: 0 }, 'GET /auth/access-config': rules }

afterEach(() => {
  endSession()
  vi.unstubAllGlobals()
})

const type = (label: string | RegExp, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } })
const send = () => fireEvent.submit(screen.getByRole('form', { name: 'Cambiar contraseña' }))

async function open(answers: object) {
  const calls = answerWith({ ...basics, ...answers })
  const router = openWorkerApp('/app/change-password')
  await screen.findByText('Debe incluir un carácter especial')
  return { calls, router }
}

test('shows the specified error at each invalid field and sends nothing [E5.7]', async () => {
  const { calls } = await open({})
  send()
  for (const text of [
    'La contraseña actual no puede estar vacía.',
    'La nueva contraseña no puede estar vacía.',
    'La confirmación de la nueva contraseña no puede estar vacía.',
  ])
    expect(await screen.findByText(new RegExp(text))).toBeVisible()
  type('Contraseña actual', 'Vieja-2026')
  type(/nueva contraseña/i, 'Nueva-2026')
  type('Confirma la contraseña', 'Nueva-2027')
  send()
  expect(await screen.findByText('Las contraseñas no coinciden.')).toBeVisible()
  expect(document.activeElement).toBe(screen.getByLabelText('Confirma la contraseña'))
  expect(calls.some(({ method }) => method === 'POST')).toBe(false)
})

test('shows Débil below 6 characters, Moderada below 10, else Fuerte, and ticks each rule that is met [E5.9 E9.14]', async () => {
  await open({})
  for (const [password, strength] of [
    ['12345', 'Débil'],
    ['123456', 'Moderada'],
    ['123456789', 'Moderada'],
    ['1234567890', 'Fuerte'],
  ] as const) {
    type('Nueva contraseña', password)
    expect(screen.getByText(`Seguridad: ${strength}`)).toBeVisible()
  }
  const met = () =>
    [...screen.getByRole('list', { name: 'Lo que debe cumplir' }).querySelectorAll('[data-met=true]')].map(
      ({ textContent }) => textContent?.replace(' (cumplida)', ''),
    )
  expect(met()).toEqual(['Debe tener al menos 6 caracteres', 'Debe incluir un número'])
  type('Nueva contraseña', 'Aa-1')
  expect(met()).toEqual([
    'Debe incluir una letra mayúscula',
    'Debe incluir un número',
    'Debe incluir un carácter especial',
  ])
})

test('keeps the input and shows a refusal at its field, then changes the password once after a double submit [E5.8]', async () => {
  const detail = 'La nueva contraseña debe ser distinta de la actual.'
  let answer = buildFieldRefusal(422, 'new_password', detail)
  const { calls, router } = await open({
    'POST /auth/change-password': () => answer,
    'GET /auth/sessions': {},
  })
  for (const label of ['Contraseña actual', 'Nueva contraseña', 'Confirma la contraseña'])
    type(label, 'Vieja-2026')
  send()
  expect(await screen.findByText(detail)).toBeVisible()
  expect(screen.getByLabelText('Contraseña actual')).toHaveValue('Vieja-2026')
  answer = new Response(null, { status: 204 })
  for (const label of ['Nueva contraseña', 'Confirma la contraseña']) type(label, 'Nueva-2026')
  send()
  send()
  expect(await screen.findByText('Contraseña cambiada exitosamente.')).toBeVisible()
  expect(router.state.location.pathname).toBe('/app/security')
  const sent = calls.filter(({ path }) => path === '/auth/change-password')
  expect(sent).toHaveLength(2)
})
