import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { loanDetailOf, loanItemOf } from '../../test/loan.ts'
import { answerWith, buildPage } from '../../test/server.ts'
import { openStaffApp } from '../../test/staff-screen.tsx'
import { endSession } from '../lib/session.ts'

const credit = loanItemOf('requested')
const other = loanItemOf('overdue', { id: 124, folio: 'C-000124' })

const answers = {
  'GET /notification/unread-count': { count: 0 },
  'GET /loan': buildPage(credit, other),
  'GET /loan/123': loanDetailOf('requested'),
}

afterEach(() => {
  endSession()
  vi.unstubAllGlobals()
})

test('the skip button moves the focus into the screen and keeps the URL', async () => {
  answerWith(answers)
  const router = openStaffApp('/creditos?status=INA')
  await userEvent.click(await screen.findByRole('button', { name: 'Saltar al contenido' }))
  expect(screen.getByRole('main')).toHaveFocus()
  expect(router.state.location.href).toBe('/creditos?status=INA')
  expect(window.location.hash).toBe('')
})

test('the menu marks «Configuración» on the screen of mails, which is one of its tabs', async () => {
  answerWith(answers)
  openStaffApp('/correos', 'U0')
  const menu = within(await screen.findByRole('navigation', { name: 'Principal' }))
  expect(menu.getByRole('link', { current: 'location' })).toHaveTextContent('Configuración')
})

test('the tab leads with folio and name; Back and the breadcrumb return to the row and the filters', async () => {
  answerWith(answers)
  const router = openStaffApp('/creditos?status=INA&page=2')
  const [row] = await screen.findAllByRole('link', { name: /María López/ })
  await userEvent.click(row ?? document.body)
  await waitFor(() => expect(document.title).toBe('C-000123 · María López · Quincena'))

  act(() => router.history.back())
  await waitFor(() => expect(screen.getAllByRole('link', { name: /María López/ })[0]).toHaveFocus())
  expect(router.state.location.href).toBe('/creditos?status=INA&page=2')

  await userEvent.keyboard('{Enter}')
  const crumb = await screen.findByRole('link', { name: 'Solicitudes de crédito' })
  await userEvent.click(crumb)
  await waitFor(() => expect(router.state.location.href).toBe('/creditos?status=INA&page=2'))
})
