import { fireEvent, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { answerWith, buildRefusal } from '../../../../test/server.ts'
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

const person = {
  ...{ phone: '8112345678', email: 'ana@ejemplo.mx', address: 'Calle 5', neighborhood: 'Centro' },
  ...{ zip_code: '64000', city: 'Monterrey', state: 'Nuevo León' },
}

test.each([
  ['perfil', 'Teléfono', '811', 'El número debe tener exactamente 10 dígitos'],
  ['perfil', 'Correo electrónico', 'ana@', 'Revisa tu correo: le falta algo.'],
  ['domicilio', 'Dirección', '', 'El campo dirección es obligatorio'],
  ['domicilio', 'Colonia', '', 'El campo colonia es obligatorio'],
  ['domicilio', 'Código postal', '123', 'El código postal debe tener 5 dígitos'],
  ['domicilio', 'Ciudad', 'Monterrey 2', 'La ciudad solo debe contener letras y espacios'],
  ['domicilio', 'Estado', '', 'Seleccione un estado'],
])('%s: shows at %s with «%s» the error «%s» and sends nothing', async (tab, label, value, error) => {
  const calls = answerWith({ 'GET /notification/unread-count': { count: 0 } })
  openWorkerApp(`/app/personal-data?tab=${tab}`, workerOf(person))
  const field = await screen.findByLabelText(label)
  fireEvent.change(field, { target: { value } })
  await userEvent.click(screen.getByRole('button', { name: 'Guardar cambios' }))
  expect(field).toHaveAccessibleDescription(error)
  expect(calls.some(({ method }) => method === 'PATCH')).toBe(false)
})
