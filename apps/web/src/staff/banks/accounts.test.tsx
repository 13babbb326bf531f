import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { matchedAccountOf } from '../../../test/bank-statement.ts'
import { answerWith, buildFieldRefusal, buildRefusal } from '../../../test/server.ts'
import { openStaffApp } from '../../../test/staff-screen.tsx'
import { endSession } from '../../lib/session.ts'

const list = 'GET /treasury/bank-accounts'
const basics = { 'GET /notification/unread-count': { count: 0 } }
const accounts = (...results: object[]) => ({ results })

afterEach(() => {
  endSession()
  vi.unstubAllGlobals()
})

const dialogOf = async (name: string) => within(await screen.findByRole('dialog', { name }))
const openTask = async (task: string) => {
  await userEvent.click(await screen.findByRole('button', { name: 'Acciones' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: task }))
}

test('lists the accounts with their bank, number, balance and what is left to match', async () => {
  answerWith({
    ...basics,
    [list]: accounts(
      matchedAccountOf(),
      matchedAccountOf({
        ...{ id: 4, name: 'Caja', bank: null, clabe: null, is_default: false, statement_day: null },
      }),
    ),
  })
  openStaffApp('/tesoreria/bancos')
  const row = within(await screen.findByRole('row', { name: /BBVA cobranza/ }))
  expect(row.getByText(/012 180 00123456789 9/)).toBeVisible()
  expect(row.getByText('$12,500.50')).toBeVisible()
  expect(row.getByText('Saldo $80,000.00')).toBeVisible()
  expect(row.getByText('Predeterminada')).toBeVisible()
  expect(screen.getByRole('row', { name: /Caja.*Sin CLABE.*Sin estado de cuenta/ })).toBeVisible()
  // Only an admin changes accounts.
  expect(screen.queryByRole('button', { name: 'Agregar cuenta' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Acciones' })).toBeNull()
})

test('adds an account, with the refusal of the server at its field', async () => {
  const taken = 'Otra cuenta ya tiene esa CLABE.'
  const calls = answerWith({
    ...{ ...basics, [list]: accounts() },
    'POST /treasury/bank-accounts': buildFieldRefusal(409, 'clabe', taken),
  })
  openStaffApp('/tesoreria/bancos', 'U0')
  expect(await screen.findByText('Aún no hay cuentas bancarias')).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Agregar cuenta' }))
  const dialog = await dialogOf('Agregar cuenta bancaria')
  await userEvent.click(dialog.getByRole('button', { name: 'Agregar' }))
  expect(dialog.getByText('Escribe el nombre de la cuenta')).toBeVisible()
  await userEvent.type(dialog.getByLabelText(/^Nombre/), 'BBVA')
  await userEvent.type(dialog.getByLabelText(/^CLABE/), '0321800001')
  await userEvent.click(dialog.getByRole('button', { name: 'Agregar' }))
  expect(await dialog.findByText('La CLABE lleva 18 números.')).toBeVisible()
  await userEvent.clear(dialog.getByLabelText(/^CLABE/))
  await userEvent.type(dialog.getByLabelText(/^CLABE/), '032180000118359719')
  await userEvent.click(dialog.getByRole('button', { name: 'Agregar' }))
  expect(await dialog.findByText(taken)).toBeVisible()
  expect(calls.findLast(({ method }) => method === 'POST')?.body).toEqual({
    ...{ name: 'BBVA', clabe: '032180000118359719' },
  })
})

test('changes the name of an account', async () => {
  const calls = answerWith({
    ...{ ...basics, [list]: accounts(matchedAccountOf()) },
    'PUT /treasury/bank-accounts/3': matchedAccountOf({ name: 'BBVA nómina' }),
  })
  openStaffApp('/tesoreria/bancos', 'U0')
  await openTask('Editar')
  const dialog = await dialogOf('Editar cuenta bancaria')
  await userEvent.type(dialog.getByLabelText(/^Nombre/), ' norte')
  await userEvent.click(dialog.getByRole('button', { name: 'Guardar' }))
  await vi.waitFor(() =>
    expect(calls.find(({ method }) => method === 'PUT')?.body).toMatchObject({ name: 'BBVA cobranza norte' }),
  )
})

test('closes an account after a confirmation, which stays open when the server refuses', async () => {
  const inUse = 'La cuenta tiene movimientos sin conciliar: no se puede cerrar.'
  let isRefused = true
  const calls = answerWith({
    ...{ ...basics, [list]: accounts(matchedAccountOf({ is_default: false })) },
    'POST /treasury/bank-accounts/3/close': () =>
      isRefused ? buildRefusal(409, 'bank_account.in_use', inUse) : matchedAccountOf(),
  })
  openStaffApp('/tesoreria/bancos', 'U0')
  await openTask('Cerrar cuenta')
  const dialog = await dialogOf('¿Cerrar esta cuenta?')
  expect(dialog.getByText('BBVA cobranza')).toBeVisible()
  await userEvent.click(dialog.getByRole('button', { name: 'Cerrar cuenta' }))
  expect(await screen.findByText(inUse)).toBeVisible()
  isRefused = false
  await userEvent.click(dialog.getByRole('button', { name: 'Cerrar cuenta' }))
  expect(await screen.findByText('La cuenta quedó cerrada.')).toBeVisible()
  expect(calls.filter(({ method }) => method === 'POST')).toHaveLength(2)
})

test('shows an error with a retry, and an account that does not exist as not found', async () => {
  let isDown = true
  answerWith({
    ...basics,
    [list]: () => (isDown ? buildRefusal(500, 'unexpected', 'Algo falló.') : accounts(matchedAccountOf())),
  })
  const router = openStaffApp('/tesoreria/bancos')
  expect(await screen.findByText('Error al cargar las cuentas.')).toBeVisible()
  isDown = false
  await userEvent.click(screen.getByRole('button', { name: 'Reintentar' }))
  expect(await screen.findByRole('row', { name: /BBVA cobranza/ })).toBeVisible()
  await router.navigate({ to: '/tesoreria/bancos', search: { cuenta: 99 } })
  expect(await screen.findByText('No encontramos lo que buscas')).toBeVisible()
})
