import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { answerWith, buildPage } from '../../../test/server.ts'
import { openStaffApp } from '../../../test/staff-screen.tsx'
import { endSession } from '../../lib/session.ts'

const notice = (id: number, created_at: string, fields: object = {}) => ({
  ...{ id, title: `Aviso ${id}`, message: 'Revisa.', checked: false, recipient: 1, category: 'message' },
  ...{ loan: null, loan_type: null, about: null, created_at, ...fields },
})

afterEach(() => {
  endSession()
  vi.unstubAllGlobals()
})

const items = [
  notice(9, '2020-12-15T18:00:00Z'),
  // 21:30 in Mexico City on the day before.
  notice(8, '2020-12-15T03:30:00Z', { checked: true }),
  notice(7, '2020-12-14T15:00:00Z'),
]

function answerNotices(unread = 3) {
  return answerWith({
    'GET /notification/unread-count': { count: unread },
    'GET /notification/': buildPage(...items),
    'POST /notification/read': { count: 0 },
    'PATCH /notification/7': { ...items[2], checked: true },
  })
}

test('lists all notifications by day, and marks all as read up to the newest shown', async () => {
  const calls = answerNotices()
  openStaffApp('/notificaciones')
  const before = within(await screen.findByRole('region', { name: '14 de diciembre de 2020' }))
  expect(before.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining('Aviso 8'),
    expect.stringContaining('Aviso 7'),
  ])
  expect(screen.getByRole('region', { name: '15 de diciembre de 2020' })).toHaveTextContent('Aviso 9')
  await userEvent.click(screen.getByRole('button', { name: 'Marcar todas como leídas' }))
  await waitFor(() => {
    const read = calls.find(({ method }) => method === 'POST')
    expect(read?.body).toEqual({ until: 9 })
  })
})

test('filters the unread ones, and a click marks one as read', async () => {
  const calls = answerNotices()
  const router = openStaffApp('/notificaciones')
  await screen.findByText('Aviso 7')
  await userEvent.click(screen.getByRole('radio', { name: 'Sin leer' }))
  await waitFor(() => expect(router.state.location.search).toEqual({ sin_leer: true }))
  await waitFor(() => {
    const last = calls.findLast(({ path }) => path === '/notification/')
    expect(last?.query.get('checked')).toBe('false')
  })
  await userEvent.click(await screen.findByRole('button', { name: /Aviso 7/ }))
  await waitFor(() => expect(calls.some(({ path }) => path === '/notification/7')).toBe(true))
})

test('the bell marks all as read and links to the page with all', async () => {
  const calls = answerNotices()
  const router = openStaffApp('/opiniones')
  await userEvent.click(await screen.findByRole('button', { name: 'Notificaciones, 3 sin leer' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Marcar todas como leídas' }))
  await waitFor(() => expect(calls.some(({ path }) => path === '/notification/read')).toBe(true))
  await userEvent.click(screen.getByRole('link', { name: 'Ver todas' }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/notificaciones'))
})
