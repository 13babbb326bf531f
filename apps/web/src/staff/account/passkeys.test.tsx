import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { answerWith, buildFieldRefusal } from '../../../test/server.ts'
import { openStaffApp } from '../../../test/staff-screen.tsx'
import { endSession } from '../../lib/session.ts'

const passkey = { id: 3, name: 'Mi laptop', created_at: '2026-11-16T18:00:00Z', last_used_at: null }

afterEach(() => {
  endSession()
  vi.unstubAllGlobals()
})

test('a passkey is not removed without the password, nor with a wrong one', async () => {
  const text = 'La contraseña actual no es correcta.'
  const calls = answerWith({
    'GET /notification/unread-count': { count: 0 },
    'GET /auth/passkeys': { passkeys: [passkey] },
    'GET /auth/two-factor': { is_on: true, recovery_codes_left: 8 },
    'DELETE /auth/passkeys/3': buildFieldRefusal(422, 'current_password', text),
  })
  openStaffApp('/registro', 'U1')
  await userEvent.click(await screen.findByRole('button', { name: /Hola, Gerardo.*tu cuenta/ }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Llaves de acceso' }))
  const list = within(await screen.findByRole('dialog', { name: 'Llaves de acceso' }))
  await userEvent.click(await list.findByRole('button', { name: 'Quitar Mi laptop' }))
  const form = within(await screen.findByRole('form', { name: 'Quitar llave de acceso' }))
  const field = form.getByLabelText('Contraseña actual')
  const removals = () => calls.filter(({ method }) => method === 'DELETE')
  await userEvent.click(form.getByRole('button', { name: 'Quitar' }))
  expect(await form.findByText('La contraseña actual no puede estar vacía.')).toBeVisible()
  expect(removals()).toEqual([])
  await userEvent.type(field, 'mala')
  await userEvent.click(form.getByRole('button', { name: 'Quitar' }))
  expect(await form.findByText(text)).toBeVisible()
  expect(field).toHaveValue('mala')
  expect(removals().map(({ body }) => body)).toEqual([{ current_password: 'mala' }])
})
