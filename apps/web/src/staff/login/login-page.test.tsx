import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { answerWith, buildRefusal } from '../../../test/server.ts'
import { openStaffGuest } from '../../../test/staff-screen.tsx'

afterEach(() => void vi.unstubAllGlobals())

const press = () => userEvent.click(screen.getByRole('button', { name: 'Ingresar' }))

test('says at the field what is missing, what is wrong, and what the second step lacks', async () => {
  const wrong = 'No se pudo iniciar sesión con esas credenciales.'
  let answer = buildRefusal(401, 'credentials_invalid', wrong)
  answerWith({ 'POST /auth/login': () => answer })
  openStaffGuest('/auth/inicio-de-sesion')
  const email = await screen.findByLabelText('Correo electrónico')
  await press()
  expect(await screen.findByText('Formulario inválido.')).toBeVisible()
  expect(screen.getAllByText('Campo requerido')).toHaveLength(2)
  expect(email).toHaveAccessibleDescription('Campo requerido')
  await userEvent.type(email, 'gerente@demo.quincena.mx')
  await userEvent.type(screen.getByLabelText('Contraseña'), 'otra-cosa{Enter}')
  expect(await screen.findByText(wrong)).toBeVisible()
  answer = buildRefusal(401, 'code_required', 'Escribe tu código.')
  await press()
  await userEvent.type(await screen.findByLabelText('Código de verificación'), '123{Enter}')
  expect(
    await screen.findByText('El código lleva 6 dígitos; uno de recuperación, 10 letras y números.'),
  ).toBeVisible()
  answer = buildRefusal(401, 'code_invalid', 'El código no es correcto o ya venció.')
  await userEvent.type(screen.getByLabelText('Código de verificación'), '456{Enter}')
  expect(await screen.findByText('El código no es correcto o ya venció.')).toBeVisible()
})
