import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { loanDetailOf } from '../../../test/loan.ts'
import { answerWith, buildPage } from '../../../test/server.ts'
import { openStaffApp } from '../../../test/staff-screen.tsx'
import { endSession } from '../../lib/session.ts'

const answers = {
  'GET /notification/unread-count': { count: 0 },
  'GET /stp/incoming-payments': buildPage(),
  'GET /loan/123': loanDetailOf('requested'),
}

afterEach(() => {
  endSession()
  vi.unstubAllGlobals()
})

async function openLoan() {
  const calls = answerWith(answers)
  const router = openStaffApp('/detalle-credito/123')
  await screen.findByRole('heading', { name: 'María López' })
  return { calls, router }
}

test.each([
  ['a', '¿Aprobar solicitud?'],
  ['r', '¿Rechazar solicitud?'],
  ['e', 'Editar solicitud'],
])('the key %s on a loan opens «%s» and decides nothing by itself', async (key, title) => {
  const { calls } = await openLoan()
  await userEvent.keyboard(key)
  expect(await screen.findByRole('dialog', { name: title })).toBeVisible()
  expect(calls.filter(({ method }) => method !== 'GET')).toEqual([])
})

test('the key d shows the documents, and a key without its action does nothing', async () => {
  const { router } = await openLoan()
  await userEvent.keyboard('p')
  expect(screen.queryByRole('dialog')).toBeNull()
  await userEvent.keyboard('d')
  await waitFor(() => expect(router.state.location.search).toEqual({ tab: 'documentacion' }))
})

test('letters in a dialog are text, and Ctrl with a letter is left to the browser', async () => {
  await openLoan()
  await userEvent.keyboard('{Control>}a{/Control}')
  expect(screen.queryByRole('dialog')).toBeNull()
  await userEvent.keyboard('r')
  const reason = await screen.findByLabelText('Motivo (opcional)')
  await userEvent.type(reason, 'ea')
  expect(reason).toHaveValue('ea')
  expect(screen.getAllByRole('dialog')).toHaveLength(1)
})

test('the list of shortcuts names the keys of the screen', async () => {
  await openLoan()
  await userEvent.keyboard('?')
  const dialog = await screen.findByRole('dialog', { name: 'Atajos de teclado' })
  for (const label of ['Aprobar', 'Rechazar', 'Editar solicitud', 'Ver documentación'])
    expect(dialog).toHaveTextContent(label)
  expect(dialog).not.toHaveTextContent('Nuevo pago')
})
