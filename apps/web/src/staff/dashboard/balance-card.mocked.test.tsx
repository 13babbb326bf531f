import { screen, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { balanceOf } from '../../../test/reconciliation.ts'
import { answerWith, buildPage } from '../../../test/server.ts'
import { openStaffApp } from '../../../test/staff-screen.tsx'
import { endSession } from '../../lib/session.ts'

vi.mock('./requests-bars.tsx', () => ({ RequestsBars: () => <svg role="img" /> }))
vi.mock('./documents-donut.tsx', () => ({ DocumentsDonut: () => <svg role="img" /> }))

afterEach(() => {
  endSession()
  vi.unstubAllGlobals()
})

async function openWith(balance: Parameters<typeof balanceOf>[0]) {
  answerWith({
    'GET /notification/unread-count': { count: 0 },
    'GET /loan': buildPage(),
    'GET /stp': buildPage(),
    'GET /stp/balance': balanceOf(balance),
  })
  openStaffApp('/')
  return within(await screen.findByRole('region', { name: 'Saldo en STP' }))
}

test('shows the balance, the amounts in transit and waiting, and the time of the balance', async () => {
  const card = await openWith({})
  for (const text of ['$100,000.00', '$10,000.00', '$20,000.00', '$30,000.00'])
    expect(await card.findByText(text)).toBeVisible()
  expect(card.getByText('Consultado el 20 de noviembre, 10:00.')).toBeVisible()
  expect(card.queryByRole('alert')).toBeNull()
})

test('shows an alert when the balance does not cover the signed loans', async () => {
  const card = await openWith({ balance: 25_000 })
  expect(await card.findByRole('alert')).toHaveTextContent('faltan $5,000.00')
})

test('shows a notice without an alert when the balance does not cover the offers', async () => {
  const card = await openWith({ balance: 55_000 })
  expect(await card.findByText(/faltarían/)).toHaveTextContent('$5,000.00')
  expect(card.queryByRole('alert')).toBeNull()
})

test.each([
  ['verified on an earlier day', { verdict: 'verified' }, 'Saldo comprobado el 20 de noviembre, 10:00'],
  [
    'with a difference',
    { verdict: 'difference', difference: -300 },
    'STP tiene $300.00 menos que nuestros libros',
  ],
  ['without its opening', { verdict: 'unopened', verified_at: null }, 'Falta registrar el saldo inicial'],
] as const)('a balance %s links to its check', async (_, given, name) => {
  const card = await openWith(given)
  expect(await card.findByRole('link', { name })).toHaveAttribute('href', '/tesoreria/movimientos')
})

test('a balance verified today says at what time', async () => {
  const now = new Date().toISOString()
  const card = await openWith({ verified_at: now, asked_at: now })
  expect(await card.findByRole('link', { name: /^Saldo comprobado a las \d\d:\d\d$/ })).toBeVisible()
})

test('keeps the older balance when STP does not answer', async () => {
  const card = await openWith({ failure_reason: 'STP no respondió.' })
  expect(await card.findByText(/Consultado el/)).toHaveTextContent('STP no respondió.')
})

test('shows that STP is being asked before the first balance arrives', async () => {
  const card = await openWith({ balance: null, pending: null, asked_at: null, difference: null })
  expect(await card.findByText('Consultando a STP…')).toBeVisible()
})
