import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { loanDetailOf } from '../../../test/loan.ts'
import { answerWith, buildPage, buildRefusal } from '../../../test/server.ts'
import { openStaffApp } from '../../../test/staff-screen.tsx'
import { transferOf } from '../../../test/transfer.ts'
import { userOf } from '../../../test/user.ts'
import { endSession } from '../../lib/session.ts'

afterEach(() => {
  endSession()
  vi.unstubAllGlobals()
})

const inDoubt = transferOf({
  ...{ id: 52, attempt: 2, tracking_key: '1020443121C02', order_state: 'unknown', state: null },
  ...{ needs_review: true, review_reason: 'STP no la tiene y su día de operación terminó.' },
})
const basics = {
  'GET /notification/unread-count': { count: 0 },
  'GET /loan/123': loanDetailOf('active', { in_clarification: true }),
}
const findPanel = async () =>
  within((await screen.findByRole('heading', { name: 'En revisión' })).closest('section') ?? document.body)

test('lists only the orders that need a decision, with reason and link, and says what it means meanwhile', async () => {
  const calls = answerWith({ ...basics, 'GET /stp': buildPage(inDoubt, transferOf()) })
  openStaffApp('/detalle-credito/123', 'U0')
  const panel = await findPanel()
  expect(
    panel.getByText(/nada vence, no se le envían recordatorios\s+y no aparece como retrasado/),
  ).toBeVisible()
  expect(await panel.findByText('1020443121C02 · $12,000.00')).toBeVisible()
  expect(panel.getByText('STP no la tiene y su día de operación terminó.')).toBeVisible()
  const links = panel.getAllByRole('link', { name: 'Resolver' })
  expect(links.map((link) => link.getAttribute('href'))).toEqual(['/stp?order=52'])
  const orders = calls.find(({ path }) => path === '/stp')
  expect(orders?.query.get('loan')).toBe('123')
})

test('explains a contested order, which has no reason of its own', async () => {
  const contested = transferOf({ needs_review: true, review_reason: null })
  answerWith({ ...basics, 'GET /stp': buildPage(contested) })
  openStaffApp('/detalle-credito/123')
  expect(await (await findPanel()).findByText('STP y nuestro registro no coinciden')).toBeVisible()
})

test('shows its age, and to a manager who can resolve it instead of the command', async () => {
  const created_at = Temporal.Now.instant().subtract({ hours: 72 }).toString()
  const admins = buildPage(userOf({ first_name: 'Ada', last_name: 'Ruiz' }))
  answerWith({ ...basics, 'GET /stp': buildPage({ ...inDoubt, created_at }), 'GET /auth/users': admins })
  openStaffApp('/detalle-credito/123', 'U1')
  const panel = await findPanel()
  expect(await panel.findByText(/^3 días/)).toBeVisible()
  expect(await panel.findByText('Solo administración puede resolverla: Ada Ruiz.')).toBeVisible()
  expect(panel.getByRole('link', { name: 'Ver la orden' })).toHaveAttribute('href', '/stp?order=52')
  expect(panel.queryByRole('link', { name: 'Resolver' })).toBeNull()
})

test('shows that the orders did not load, and loads them with the retry', async () => {
  let answer: unknown = buildRefusal(500, 'server.error', 'Algo salió mal.')
  answerWith({ ...basics, 'GET /stp': () => answer })
  openStaffApp('/detalle-credito/123')
  const panel = await findPanel()
  expect(await panel.findByText('No se pudieron cargar las órdenes.')).toBeVisible()
  answer = buildPage(inDoubt)
  await userEvent.click(panel.getByRole('button', { name: 'Reintentar' }))
  expect(await panel.findByText('1020443121C02 · $12,000.00')).toBeVisible()
})

test('is not there for a loan that is not in clarification', async () => {
  answerWith({ ...basics, 'GET /loan/123': loanDetailOf('active'), 'GET /stp': buildPage() })
  openStaffApp('/detalle-credito/123')
  expect(await screen.findByRole('tablist')).toBeVisible()
  expect(screen.queryByRole('heading', { name: 'En revisión' })).toBeNull()
})
