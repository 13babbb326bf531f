import { fireEvent, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { answerWith, buildFieldRefusal, buildRefusal } from '../../../../test/server.ts'
import { openWorkerApp, workerOf } from '../../../../test/worker-screen.tsx'
import { endSession } from '../../../lib/session.ts'

afterEach(() => {
  endSession()
  vi.unstubAllGlobals()
})

test('§8 shows the specified error and keeps the input if saving fails [E8.21]', async () => {
  const calls = answerWith({
    'GET /notification/unread-count': { count: 0 },
    'PATCH /auth/user/7/update': buildRefusal(500, 'server.error', 'Algo salió mal.'),
  })
  openWorkerApp('/app/personal-data?tab=domicilio', workerOf({ state: null, address: 'Calle 5' }))
  const address = await screen.findByLabelText('Dirección')
  fireEvent.change(address, { target: { value: 'Calle 6 número 1' } })
  await userEvent.click(screen.getByRole('button', { name: 'Guardar cambios' }))
  expect((await screen.findAllByText('Error al actualizar el estado del usuario')).length).toBeGreaterThan(0)
  expect(address).toHaveValue('Calle 6 número 1')
  expect(calls.find(({ method }) => method === 'PATCH')?.body).toEqual({ address: 'Calle 6 número 1' })
})

test('asks for the password of another phone, keeps it typed if it is wrong, and sends it with the phone only', async () => {
  const text = 'La contraseña actual no es correcta.'
  const refusal = buildFieldRefusal(422, 'current_password', text)
  const calls = answerWith({
    'GET /notification/unread-count': { count: 0 },
    'PATCH /auth/user/7/update': refusal,
  })
  openWorkerApp('/app/personal-data?tab=perfil', workerOf(person))
  const phone = await screen.findByLabelText('Teléfono')
  expect(screen.queryByLabelText('Contraseña actual')).not.toBeInTheDocument()
  fireEvent.change(phone, { target: { value: '5599998888' } })
  const password = screen.getByLabelText('Contraseña actual')
  expect(password).toHaveAccessibleDescription(/códigos para firmar/)
  const save = screen.getByRole('button', { name: 'Guardar cambios' })
  await userEvent.click(save)
  expect(password).toHaveAccessibleDescription(/Escribe tu contraseña para cambiar tu teléfono\./)
  expect(calls.some(({ method }) => method === 'PATCH')).toBe(false)
  await userEvent.type(password, 'otra')
  await userEvent.click(save)
  expect(await screen.findByText(text)).toBeVisible()
  expect(password).toHaveValue('otra')
  expect(calls.find(({ method }) => method === 'PATCH')?.body).toEqual({
    ...{ phone: '5599998888', current_password: 'otra' },
  })
  fireEvent.change(phone, { target: { value: person.phone } })
  expect(screen.queryByLabelText('Contraseña actual')).not.toBeInTheDocument()
})

const person = {
  ...{ phone: '8112345678', email: 'ana@ejemplo.mx', address: 'Calle 5', neighborhood: 'Centro' },
  ...{ zip_code: '64000', city: 'Monterrey', state: 'Nuevo León' },
}

test.each([
  { tab: 'perfil', label: 'Teléfono', value: '811', error: 'El número debe tener exactamente 10 dígitos' },
  { tab: 'perfil', label: 'Correo electrónico', value: 'ana@', error: 'Revisa tu correo: le falta algo.' },
  { tab: 'domicilio', label: 'Dirección', value: '', error: 'El campo dirección es obligatorio' },
  { tab: 'domicilio', label: 'Colonia', value: '', error: 'El campo colonia es obligatorio' },
  { tab: 'domicilio', label: 'Código postal', value: '123', error: 'El código postal debe tener 5 dígitos' },
  {
    tab: 'domicilio',
    label: 'Ciudad',
    value: 'Monterrey 2',
    error: 'La ciudad solo debe contener letras y espacios',
  },
  { tab: 'domicilio', label: 'Estado', value: '', error: 'Seleccione un estado' },
])(
  '$tab: shows at $label with «$value» the error «$error» and sends nothing',
  async ({ tab, label, value, error }) => {
    const calls = answerWith({ 'GET /notification/unread-count': { count: 0 } })
    openWorkerApp(`/app/personal-data?tab=${tab}`, workerOf(person))
    const field = await screen.findByLabelText(label)
    fireEvent.change(field, { target: { value } })
    await userEvent.click(screen.getByRole('button', { name: 'Guardar cambios' }))
    expect(field).toHaveAccessibleDescription(error)
    expect(calls.some(({ method }) => method === 'PATCH')).toBe(false)
  },
)
