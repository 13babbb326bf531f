import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { verificationOf } from '../../../test/account-verification.ts'
import { answerWith, buildPage, buildRefusal } from '../../../test/server.ts'
import { openStaffApp } from '../../../test/staff-screen.tsx'
import { endSession } from '../../lib/session.ts'

const list = 'GET /account-verifications'
const detail = 'GET /account-verifications/5'
const basics = { 'GET /notification/unread-count': { count: 0 } }

afterEach(() => {
  endSession()
  vi.unstubAllGlobals()
})

async function openDialog() {
  return within(await screen.findByRole('dialog', { name: 'Titular de la cuenta' }))
}

test('lists the account with the name that the bank gave, and opens both names', async () => {
  const calls = answerWith({ ...basics, [list]: buildPage(verificationOf()), [detail]: verificationOf() })
  openStaffApp('/tesoreria/cuentas?status=mismatch')
  const row = within(await screen.findByRole('row', { name: /María López/ }))
  for (const text of ['ROSA GARCIA RUIZ', 'BBVA México ···· 4321', 'Otro titular'])
    expect(row.getByText(text)).toBeVisible()
  expect(calls.find(({ path }) => path === '/account-verifications')?.query.get('status')).toBe('mismatch')
  await userEvent.click(row.getByText('Otro titular'))
  const dialog = await openDialog()
  expect(
    await dialog.findByText('El nombre es de otra persona (12 %). No hay RFC que comparar.'),
  ).toBeVisible()
  expect(dialog.getByText('RFC LOMM800416AB1')).toBeVisible()
})

test('asks a second person to accept the account, with a reason', async () => {
  const calls = answerWith({
    ...basics,
    [list]: buildPage(verificationOf()),
    [detail]: verificationOf(),
    'POST /account-verifications/5/accept': () =>
      buildRefusal(409, 'approval.already_open', 'Ya hay una solicitud.'),
  })
  openStaffApp('/tesoreria/cuentas?cuenta=5')
  const dialog = await openDialog()
  await userEvent.click(await dialog.findByRole('button', { name: 'Aceptar de todos modos' }))
  const reason = within(await screen.findByRole('dialog', { name: 'Aceptar de todos modos' }))
  await userEvent.click(reason.getByRole('button', { name: 'Pedir autorización' }))
  expect(await reason.findByText('Explica por qué se puede usar la cuenta')).toBeVisible()
  await userEvent.type(reason.getByRole('textbox', { name: 'Motivo' }), 'Es su esposa')
  await userEvent.click(reason.getByRole('button', { name: 'Pedir autorización' }))
  expect(await screen.findByText('Ya hay una solicitud.')).toBeVisible()
  expect(calls.find(({ path }) => path.endsWith('/accept'))?.body).toEqual({ reason: 'Es su esposa' })
})

test('offers nothing for an earlier account, and the approval where one waits', async () => {
  answerWith({ ...basics, [list]: buildPage(verificationOf()), [detail]: verificationOf({ approval: 9 }) })
  openStaffApp('/tesoreria/cuentas?cuenta=5')
  const dialog = await openDialog()
  expect(await dialog.findByRole('link', { name: 'Ver la autorización' })).toBeVisible()
  expect(dialog.queryByRole('button', { name: 'Aceptar de todos modos' })).toBeNull()
})
