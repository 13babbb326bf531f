import type { Notification } from '@quincena/domain/notifications/schema'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { answerWith, buildPage, buildRefusal } from '../../../test/server.ts'
import { openWorkerApp } from '../../../test/worker-screen.tsx'
import { endSession } from '../../lib/session.ts'

const notice = (id: number, title: string, fields: Partial<Notification> = {}): Notification => ({
  id,
  title,
  message: 'Mensaje',
  checked: false,
  recipient: 7,
  category: 'message',
  loan: null,
  loan_type: null,
  about: null,
  created_at: `2026-11-${10 + id}T16:00:00Z`,
  ...fields,
})

/** Fakes the notification API with the given notifications; `fail` makes deletions fail. */
function serve(...fields: Notification[]) {
  let remaining = fields
  let failing = false
  const initialItems = fields.map((item) => item)
  const own = fields.flatMap(({ id }) => [
    [
      `DELETE /notification/${id}`,
      () => {
        if (failing) return buildRefusal(500, 'server.error', 'Algo salió mal.')
        remaining = remaining.filter((item) => item.id !== id)
        return new Response(null, { status: 204 })
      },
    ],
    [
      `POST /notification/${id}/restore`,
      () => {
        remaining = initialItems.filter((item) => item.id === id || remaining.includes(item))
        return initialItems.find((item) => item.id === id)
      },
    ],
    [`PATCH /notification/${id}`, () => ({ ...initialItems.find((item) => item.id === id), checked: true })],
  ])
  const calls = answerWith({
    'GET /notification/': () => buildPage(...remaining.toSorted((one, other) => other.id - one.id)),
    'GET /notification/unread-count': () => ({ count: remaining.length }),
    ...Object.fromEntries(own),
  })
  return {
    calls,
    fail: (fails: boolean) => {
      failing = fails
    },
    deletions: () => calls.filter(({ method }) => method === 'DELETE').length,
  }
}

const cardOf = (title: string) => {
  const card = screen.getByText(title).closest('div')
  if (card === null) throw new Error('no card')
  return card
}

function swipe(title: string, distance_px: number) {
  const card = cardOf(title)
  card.setPointerCapture = () => undefined
  fireEvent.pointerDown(card, { clientX: 300, clientY: 50 })
  fireEvent.pointerMove(card, { clientX: 300 - distance_px, clientY: 50 })
  fireEvent.pointerUp(card, { clientX: 300 - distance_px, clientY: 50 })
}

afterEach(() => {
  endSession()
  vi.unstubAllGlobals()
})

test('keeps a card after a swipe of 75 px, deletes it after a longer one, and restores it on Deshacer [E2.58 E8.18 E9.2]', async () => {
  const { deletions } = serve(notice(1, 'Primera'), notice(2, 'Segunda'))
  openWorkerApp('/app/notifications-user')
  await screen.findByText('Primera')
  swipe('Primera', 75)
  expect(cardOf('Primera').style.transform).toBe('translateX(0px)')
  swipe('Primera', 76)
  expect(await screen.findByText('Notificación eliminada')).toBeVisible()
  expect(deletions()).toBe(1)
  expect(screen.queryByText('Primera')).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Deshacer: recuperar «Primera»' }))
  expect(await screen.findByText('Primera')).toBeVisible()
  expect(screen.queryByText('Notificación eliminada')).toBeNull()
  const titles = screen.getAllByRole('button', { name: /Mensaje/ }).map(({ textContent }) => textContent)
  expect(titles.map((text) => text?.split(',')[0])).toEqual(['Segunda', 'Primera'])
})

test('deletes once by keyboard and focuses Deshacer, and shows the card and an error if deleting fails [E2.58 E8.18]', async () => {
  const { deletions, fail } = serve(notice(1, 'Primera'), notice(2, 'Segunda'))
  openWorkerApp('/app/notifications-user')
  const button = await screen.findByRole('button', { name: 'Eliminar «Segunda»' })
  button.focus()
  await userEvent.keyboard('{Enter}{Enter}')
  const undo = await screen.findByRole('button', { name: 'Deshacer: recuperar «Segunda»' })
  await waitFor(() => expect(document.activeElement).toBe(undo))
  expect(deletions()).toBe(1)
  fail(true)
  await userEvent.click(screen.getByRole('button', { name: 'Eliminar «Primera»' }))
  expect(await screen.findByText('Ocurrió un error al intentar eliminar la notificación')).toBeVisible()
  expect(cardOf('Primera').style.transform).toBe('translateX(0px)')
  fail(false)
  await userEvent.click(screen.getByRole('button', { name: 'Eliminar «Primera»' }))
  await waitFor(() => expect(screen.getAllByText('Notificación eliminada')).toHaveLength(2))
})

test.each([
  [{ loan: 4, loan_type: 'credit' as const }, '/app/credit-detail/4'],
  [{ loan: 5, loan_type: 'advance' as const }, '/app/anticipation-detail/5'],
  [{ about: { kind: 'documents' as const, id: null } }, '/app/documentation'],
  [{ about: { kind: 'account' as const, id: null } }, '/app/bank-staff'],
  [{ about: { kind: 'security' as const, id: null } }, '/app/security'],
  [{}, '/app/notifications-user'],
])('marks a tapped notification as read and opens its subject (%o) [E2.57]', async (fields, path) => {
  const { calls } = serve(notice(1, 'Aviso', fields))
  const router = openWorkerApp('/app/notifications-user')
  await userEvent.click(await screen.findByRole('button', { name: /^Aviso/ }))
  await waitFor(() => expect(router.state.location.pathname).toBe(path))
  await waitFor(() => expect(calls.find(({ method }) => method === 'PATCH')?.body).toEqual({ checked: true }))
})

test('groups notifications by day, with an icon of each category [E2.57]', async () => {
  const now = new Date().toISOString()
  serve(
    notice(1, 'Tu dinero llegó', { created_at: '2026-01-05T18:00:00Z', category: 'money', checked: true }),
    notice(2, 'Nuevo inicio de sesión', { created_at: now, category: 'security' }),
  )
  openWorkerApp('/app/notifications-user')
  const ofToday = within(await screen.findByRole('region', { name: 'Hoy' }))
  expect(ofToday.getByRole('button', { name: /^Nuevo inicio de sesión, sin leer/ })).toBeVisible()
  const earlier = screen.getByRole('region', { name: /^5 de enero/ })
  expect(within(earlier).getByRole('button', { name: /^Tu dinero llegó/ })).toBeVisible()
  expect(earlier.querySelector('[data-category="money"]')).not.toBeNull()
})

test('shows an empty state if there are no notifications [E2.57]', async () => {
  serve()
  openWorkerApp('/app/notifications-user')
  expect(await screen.findByText('Estás al día')).toBeVisible()
})
