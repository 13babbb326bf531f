import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { answerWith, buildFieldRefusal } from '../../../test/server.ts'
import { openWorkerApp, workerOf } from '../../../test/worker-screen.tsx'
import { endSession } from '../../lib/session.ts'

afterEach(() => {
  endSession()
  vi.unstubAllGlobals()
})

const spent = 'Ese código ya no sirve: fueron cinco intentos. Pide otro con «Enviar otro código».'

async function openGate() {
  const calls = answerWith({
    'POST /auth/email-code': {},
    'POST /auth/email-confirmation': buildFieldRefusal(422, 'code', spent),
  })
  openWorkerApp('/app/home', workerOf({ must_confirm_email: true }))
  await screen.findByRole('heading', { name: 'Confirma tu correo' })
  return { listSent: () => calls.filter(({ path }) => path === '/auth/email-code') }
}

test('takes a code that was sent before a reload without sending another one', async () => {
  const { listSent } = await openGate()
  await waitFor(() => expect(screen.getByRole('heading', { name: 'Confirma tu correo' })).toHaveFocus())
  expect(screen.getByText(/¿No es tu correo\?/)).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Ya tengo un código' }))
  expect(screen.getByLabelText('Código del correo')).toHaveFocus()
  expect(listSent()).toEqual([])
})

test('after five wrong tries says that the code is spent; another one empties and focuses the field', async () => {
  const { listSent } = await openGate()
  await userEvent.click(screen.getByRole('button', { name: 'Enviar código' }))
  expect(await screen.findByText('Te enviamos un código a ana@ejemplo.mx.')).toBeVisible()
  expect(screen.getByLabelText('Código del correo')).toHaveFocus()
  await userEvent.type(screen.getByLabelText('Código del correo'), '123456{Enter}')
  expect(await screen.findByText(spent)).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Enviar otro código' }))
  expect(await screen.findByText('Te enviamos otro código a ana@ejemplo.mx.')).toBeVisible()
  expect(listSent()).toHaveLength(2)
  await waitFor(() => expect(screen.getByLabelText('Código del correo')).toHaveFocus())
  expect(screen.getByLabelText('Código del correo')).toHaveValue('')
  expect(screen.queryByText(spent)).toBeNull()
})

test.each(['', '12', '12345a'])('shows at the field that the code «%s» needs six digits', async (code) => {
  await openGate()
  await userEvent.click(screen.getByRole('button', { name: 'Ya tengo un código' }))
  const field = screen.getByLabelText('Código del correo')
  await userEvent.type(field, `${code}{Enter}`)
  expect(field).toHaveAccessibleDescription(/Escribe el código de 6 dígitos/)
})
