import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { loanItemOf } from '../../test/loan.ts'
import { answerWith, buildPage } from '../../test/server.ts'
import { openStaffApp } from '../../test/staff-screen.tsx'
import { endSession } from '../lib/session.ts'

const loans = [loanItemOf('requested'), loanItemOf('requested', { id: 124, folio: 'C-000124' })]

afterEach(() => {
  endSession()
  vi.unstubAllGlobals()
})

async function openList() {
  answerWith({
    'GET /notification/unread-count': { count: 0 },
    'GET /loan': buildPage(...loans),
    'GET /auth/users': buildPage(),
  })
  const router = openStaffApp('/creditos')
  const rows = await screen.findAllByRole('link', { name: /María López/ })
  return { router, rows }
}

test('j and k move between rows, / focuses the search, where letters are text', async () => {
  const { rows } = await openList()
  await userEvent.keyboard('j')
  expect(rows[0]).toHaveFocus()
  await userEvent.keyboard('j')
  expect(rows[1]).toHaveFocus()
  await userEvent.keyboard('k')
  expect(rows[0]).toHaveFocus()
  await userEvent.keyboard('/')
  const field = screen.getByRole('searchbox')
  expect(field).toHaveFocus()
  await userEvent.keyboard('jk?')
  expect(field).toHaveValue('jk?')
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('? lists the shortcuts, where the user can turn single keys off on this device', async () => {
  const { rows } = await openList()
  await userEvent.keyboard('?')
  const dialog = within(await screen.findByRole('dialog', { name: 'Atajos de teclado' }))
  expect(dialog.getByText('Fila siguiente')).toBeVisible()
  await userEvent.click(dialog.getByRole('switch', { name: /^Usar atajos de una sola tecla/ }))
  expect(dialog.queryByText('Fila siguiente')).toBeNull()
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await userEvent.keyboard('j?')
  expect(rows[0]).not.toHaveFocus()
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('g and a second key open a screen', async () => {
  const { router } = await openList()
  await userEvent.keyboard('gu')
  await waitFor(() => expect(router.state.location.pathname).toBe('/usuarios'))
})
