import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { loanItemOf } from '../../test/loan.ts'
import { answerWith, buildPage } from '../../test/server.ts'
import { openStaffApp } from '../../test/staff-screen.tsx'
import { transferOf } from '../../test/transfer.ts'
import { userOf } from '../../test/user.ts'
import { endSession } from '../lib/session.ts'

afterEach(() => {
  endSession()
  vi.unstubAllGlobals()
})

const loan = loanItemOf('requested')
const answers = {
  'GET /notification/unread-count': { count: 0 },
  'GET /loan': { ...buildPage(loan), situations: { requested: 1 } },
  'GET /collections': {
    ...buildPage({ ...loan, last_contact: null }),
    ages: { late_8: { count: 1, amount: 500 } },
  },
  'GET /stp': buildPage(transferOf()),
  'GET /auth/users': buildPage(userOf({})),
}

/** Makes the window 390 px wide for media queries of the form `(width < 768px)`. */
function narrowWindow() {
  const wide = window.matchMedia
  vi.stubGlobal('matchMedia', (query: string) => ({
    ...wide(query),
    matches: Number(/^\(width < (\d+)px\)$/.exec(query)?.[1]) > 390,
  }))
}

const lists = [
  { path: '/creditos?status=INA&from=2026-11-01&to=2026-11-30', active: '2 activos', label: 'Situación' },
  { path: '/anticipos?situation=active', active: '1 activo', label: 'Estatus' },
  { path: '/cobranza?age=late_8', active: '1 activo', label: 'Antigüedad y deuda actual' },
  { path: '/stp?state=LQ&company__id=3', active: '2 activos', label: 'Estado' },
  { path: '/usuarios?is_active=false', active: '1 activo', label: 'Actividad' },
]

test.each(lists)('on a phone $path hides its filters behind a button that counts them', async (list) => {
  narrowWindow()
  answerWith(answers)
  openStaffApp(list.path)
  const button = await screen.findByRole('button', { name: /^Filtros/ })
  expect(button).toHaveTextContent(`Filtros · ${list.active}`)
  expect(button).toHaveAttribute('aria-expanded', 'false')
  expect(screen.queryByRole('group', { name: list.label })).toBeNull()
  expect(screen.queryByRole('combobox', { name: 'Filtrar por empresa' })).toBeNull()
  expect(screen.getByRole('searchbox')).toBeVisible()
  await userEvent.click(button)
  expect(screen.getByRole('group', { name: list.label })).toBeVisible()
  expect(screen.getByRole('combobox', { name: 'Filtrar por empresa' })).toBeVisible()
})

test('on a phone what a link has set and the day of the orders stay visible', async () => {
  narrowWindow()
  answerWith(answers)
  openStaffApp('/stp?in_doubt=true&operation_date=2026-11-20')
  expect(await screen.findByRole('button', { name: 'Filtros' })).toBeVisible()
  expect(screen.getByRole('button', { name: 'Quitar filtro: en duda' })).toBeVisible()
  expect(screen.getByRole('checkbox', { name: 'Filtrar por fecha' })).toBeChecked()
})

test.each(lists)('on a wide window $path shows its filters without a button', async ({ path, label }) => {
  answerWith(answers)
  openStaffApp(path)
  expect(await screen.findByRole('group', { name: label })).toBeVisible()
  expect(screen.getByRole('combobox', { name: 'Filtrar por empresa' })).toBeVisible()
  expect(screen.queryByRole('button', { name: /^Filtros/ })).toBeNull()
})
