import { fireEvent, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { answerWith, buildPage } from '../../../test/server.ts'
import { openStaffApp } from '../../../test/staff-screen.tsx'
import { userOf } from '../../../test/user.ts'
import { currentSession, endSession } from '../../lib/session.ts'

afterEach(() => {
  endSession()
  vi.unstubAllGlobals()
})

test('asks for the own password when an admin changes the own e-mail address', async () => {
  const me = { ...userOf({ id: 1, user_type: 'U0' }), biweekly_salary: null, monthly_salary: null }
  const answers = {
    ...{ 'GET /notification/unread-count': { count: 0 }, 'GET /auth/users': buildPage(me) },
    ...{ 'GET /auth/user/1': me, 'PATCH /auth/user/1/update': me, 'GET /auth/taken': { taken: false } },
    'GET /company': buildPage(),
  }
  const calls = answerWith(answers)
  openStaffApp('/usuarios', 'U0')
  const session = currentSession()
  expect(session.state === 'signed-in' && session.user.id).toBe(1)
  const row = within(await screen.findByRole('row', { name: /Ana Lucía/ }))
  await userEvent.click(row.getByRole('button', { name: 'Acciones' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Editar' }))
  const email = await screen.findByLabelText(/^Correo electrónico/)
  expect(screen.queryByLabelText(/^Contraseña actual/)).toBeNull()
  // Staff may lack what workers must have, so only what they must fill is marked.
  expect([email, screen.getByLabelText(/^Nombre/)].every((input) => input.hasAttribute('required'))).toBe(
    true,
  )
  for (const label of [/^CURP/, /^INE/, /^Colonia/]) expect(screen.getByLabelText(label)).not.toBeRequired()
  for (const input of [email, screen.getByLabelText(/^Confirmar correo/)])
    fireEvent.change(input, { target: { value: 'nuevo@quincena.mx' } })

  const password = screen.getByLabelText(/^Contraseña actual/, { selector: 'input' })
  await userEvent.click(screen.getByRole('button', { name: 'Guardar' }))
  expect(await screen.findByText('Escribe tu contraseña para cambiar tu correo.')).toBeVisible()
  await userEvent.type(password, 'Nube-Cercana-2046')
  await userEvent.click(screen.getByRole('button', { name: 'Guardar' }))
  await screen.findByRole('dialog', { name: 'Usuario actualizado correctamente.' })
  expect(calls.find(({ method }) => method === 'PATCH')?.body).toEqual({
    ...{ email: 'nuevo@quincena.mx', current_password: 'Nube-Cercana-2046', version: 1 },
  })
})
