import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { answerWith, buildPage } from '../../../../test/server.ts'
import { openWorkerApp } from '../../../../test/worker-screen.tsx'
import { endSession } from '../../../lib/session.ts'

afterEach(() => {
  endSession()
  vi.unstubAllGlobals()
})

const request = (id: number) => ({
  ...{ id, folio: `P-${id}`, right: 'access', detail: `Pedido ${id}`, answer: null, answered_at: null },
  ...{ answer_due: '2026-12-11', created_at: '2026-11-14T18:05:00Z', state: 'open' },
  ...{ user: 7, user_name: 'Ana', user_email: 'ana@empresa.mx' },
})

test('shows the privacy requests in pages', async () => {
  answerWith({
    'GET /notification/unread-count': { count: 0 },
    'GET /privacy/requests': ({ query }: { query: URLSearchParams }) =>
      query.get('page') === '1'
        ? { ...buildPage(request(21)), count: 2, next: 'x' }
        : { ...buildPage(request(1)), count: 2 },
  })
  openWorkerApp('/app/privacy')
  expect(await screen.findByText('Pedido 21')).toBeVisible()
  expect(screen.queryByText('Pedido 1')).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Ver más' }))
  expect(await screen.findByText('Pedido 1')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Ver más' })).toBeNull()
})
