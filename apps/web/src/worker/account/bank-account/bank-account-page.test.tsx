import { fireEvent, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { answerWith } from '../../../../test/server.ts'
import { openWorkerApp } from '../../../../test/worker-screen.tsx'
import { endSession } from '../../../lib/session.ts'

afterEach(() => {
  endSession()
  vi.unstubAllGlobals()
})

const account = {
  ...{ bank: '40012', bank_name: 'BBVA', account_last4: '0015' },
  ...{ card_last4: '5678', card_holder: 'Ana Lucía Reyes' },
}

test('§2 Bank data: sends only the last four digits of the card, and one request after a double tap', async () => {
  const calls = answerWith({
    'GET /notification/unread-count': { count: 0 },
    'GET /auth/bank-account': { account: null, is_locked: false },
    'PUT /auth/bank-account': { account, is_locked: false },
  })
  const complaints = vi.spyOn(console, 'error')
  openWorkerApp('/app/bank-staff')
  const put = (label: string, value: string) =>
    fireEvent.change(screen.getByLabelText(label), { target: { value } })
  await screen.findByLabelText('CLABE')
  put('CLABE', '012 180 00000000001 5')
  put('Número de tarjeta', '4152 3134 1234 5678')
  await userEvent.click(screen.getByRole('button', { name: 'Guardar' }))
  const sheet = within(await screen.findByRole('dialog', { name: '¿Guardar tu cuenta bancaria?' }))
  fireEvent.change(sheet.getByLabelText(/contraseña/i), { target: { value: 'Segura-2026' } })
  await userEvent.dblClick(sheet.getByRole('button', { name: 'Confirmar' }))
  expect(await screen.findByText('•••• 5678')).toBeVisible()
  expect(calls.filter(({ method }) => method === 'PUT').map(({ body }) => body)).toEqual([
    {
      ...{ bank: '40012', clabe: '012180000000000015', card_last4: '5678' },
      ...{ card_holder: 'Ana Lucía Reyes', current_password: 'Segura-2026' },
    },
  ])
  expect(complaints).not.toHaveBeenCalled() // React logs an error for a form inside a form
})

const openForm = async () => {
  answerWith({
    'GET /notification/unread-count': { count: 0 },
    'GET /auth/bank-account': { account: null, is_locked: false },
  })
  openWorkerApp('/app/bank-staff')
  return screen.findByLabelText('CLABE')
}

test('§2 Bank data: shows the bank of the CLABE under the name that people use', async () => {
  const clabe = await openForm()
  const bank = screen.getByLabelText('Banco')
  const type = (value: string) => fireEvent.change(clabe, { target: { value } })
  expect(bank).toHaveAttribute('readonly')
  type('012180000000000015')
  expect(bank).toHaveValue('BBVA')
  expect(screen.getByText('Tu banco es BBVA')).toHaveAttribute('role', 'status')
  type('01218000000000001')
  expect(bank).toHaveValue('')
  type('638180000000000012')
  expect(bank).toHaveValue('Nu')
})

test.each([
  ['CLABE', '', 'La CLABE lleva 18 números.'],
  ['CLABE', '0121800000', 'La CLABE lleva 18 números.'],
  ['CLABE', '012180000000000016', 'La CLABE interbancaria no es válida. Revisa sus dígitos.'],
  [
    'CLABE',
    '032180000118359719',
    'Esa CLABE es de un banco que ya no opera. Busca la actual en la app de tu banco.',
  ],
  ['Número de tarjeta', '4152 3134', 'El número de tarjeta debe contener exactamente 16 dígitos'],
  ['Titular', '', 'El nombre del titular es obligatorio'],
  ['Titular', 'Ana 2', 'El nombre del titular solo debe contener letras y espacios'],
])('§2 Bank data: shows at %s with «%s» the error «%s» [E5.10]', async (label, value, error) => {
  await openForm()
  const right = { CLABE: '012180000000000015', 'Número de tarjeta': '4152313412345678', Titular: 'Ana Reyes' }
  for (const [field, text] of Object.entries({ ...right, [label]: value }))
    fireEvent.change(screen.getByLabelText(field), { target: { value: text } })
  await userEvent.click(screen.getByRole('button', { name: 'Guardar' }))
  expect(screen.getByLabelText(label)).toHaveAccessibleDescription(expect.stringContaining(error))
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(screen.queryByText('Elige tu banco')).toBeNull()
})

test.each([true, false])(
  '§2 Bank data: disables changing and removing the account during a transfer to it (%s) [E2.61]',
  async (is_locked) => {
    answerWith({
      'GET /notification/unread-count': { count: 0 },
      'GET /auth/bank-account': { account, is_locked },
    })
    openWorkerApp('/app/bank-staff')
    for (const name of ['Cambiar cuenta', 'Eliminar cuenta bancaria'])
      expect(await screen.findByRole('button', { name })).toHaveProperty('disabled', is_locked)
    expect(screen.queryAllByText(/Hay una transferencia en curso a esta cuenta/)).toHaveLength(
      is_locked ? 1 : 0,
    )
  },
)
