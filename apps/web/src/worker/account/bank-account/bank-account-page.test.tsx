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
  ...{ bank: '40012', bank_name: 'BBVA Mexico', account_last4: '0015' },
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

test('§2 Bank data: sets the bank from the CLABE until the worker chooses a bank', async () => {
  answerWith({
    'GET /notification/unread-count': { count: 0 },
    'GET /auth/bank-account': { account: null, is_locked: false },
  })
  openWorkerApp('/app/bank-staff')
  const clabe = await screen.findByLabelText('CLABE')
  const bank = screen.getByLabelText('Banco')
  const type = (value: string) => fireEvent.change(clabe, { target: { value } })
  type('012180000000000015')
  expect(bank).toHaveValue('40012')
  type('014180000000000019')
  expect(bank).toHaveValue('40014')
  fireEvent.change(bank, { target: { value: '40021' } })
  type('012180000000000015')
  expect(bank).toHaveValue('40021')
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
