import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { brandDetailOf, brandDraftOf, brandOf, brandVersionOf } from '../../../test/brand.ts'
import { answerWith, buildFieldRefusal, buildRefusal } from '../../../test/server.ts'
import { openStaffApp } from '../../../test/staff-screen.tsx'
import { endSession } from '../../lib/session.ts'

const basics = {
  'GET /notification/unread-count': { count: 0 },
  'GET /approvals/summary': { waiting: 0, active_staff: 3, active_admins: 2 },
}

afterEach(() => {
  endSession()
  vi.unstubAllGlobals()
})

test('shows the brand in force and its versions, and what a version changed', async () => {
  const second = brandVersionOf({
    ...{ id: 2, version: 2, effective_date: '2026-11-20', summary: 'Nombre nuevo.', is_shipped: false },
    content: brandOf({ trade_name: 'Prestaclara' }),
  })
  const versions = [second, brandVersionOf({ state: 'replaced' })]
  answerWith({ ...basics, 'GET /brand/versions': brandDetailOf({ versions }) })
  openStaffApp('/configuracion/marca', 'U0')
  expect(await screen.findByText('En vigor desde el 20 de noviembre de 2026')).toBeVisible()
  expect(screen.getByText('Ajustes del servidor')).toBeVisible()
  await userEvent.click(within(screen.getByRole('row', { name: /Nombre nuevo/ })).getByRole('link'))
  const dialog = within(await screen.findByRole('dialog', { name: 'Versión 2' }))
  const changes = within(dialog.getByRole('region', { name: 'Cambios' }))
  expect(changes.getByText('Quincena')).toBeVisible()
  expect(changes.getByText('Prestaclara')).toBeVisible()
})

test('publishes the draft from a day on, with the server’s error at its field', async () => {
  let refused = true
  const calls = answerWith({
    ...basics,
    'GET /brand/versions': brandDetailOf({ draft: brandDraftOf(), is_alone_allowed: true }),
    'POST /brand/publish': () =>
      refused ? buildFieldRefusal(422, 'effective_date', 'Elige hoy o un día futuro.') : brandDetailOf(),
  })
  openStaffApp('/configuracion/marca', 'U0')
  await userEvent.click(await screen.findByRole('button', { name: 'Publicar…' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Publicar: marca y datos' }))
  expect(dialog.getByText(/queda marcado que la publicó una sola/)).toBeVisible()
  expect(dialog.getByText('Prestaclara')).toBeVisible()
  await userEvent.click(dialog.getByRole('button', { name: 'Publicar' }))
  expect(await dialog.findByText('Elige hoy o un día futuro.')).toBeVisible()
  refused = false
  const day = dialog.getByLabelText('En vigor desde')
  await userEvent.clear(day)
  await userEvent.type(day, '01/02/2099')
  await userEvent.click(dialog.getByRole('button', { name: 'Publicar' }))
  expect(await screen.findByText('Versión publicada.')).toBeVisible()
  expect(calls.findLast(({ path }) => path.endsWith('/publish'))?.body).toEqual({
    ...{ effective_date: '2099-02-01', draft_version: 3 },
  })
})

test('offers a retry when the brand cannot be loaded, and does not load it for a manager', async () => {
  const calls = answerWith({
    ...basics,
    'GET /brand/versions': buildRefusal(500, 'server.error', 'Algo salió mal.'),
  })
  openStaffApp('/configuracion/marca', 'U0')
  expect(await screen.findByText('No se pudo cargar la marca.')).toBeVisible()
  endSession()
  const before = calls.length
  openStaffApp('/configuracion/marca', 'U1')
  expect(await screen.findByText('Esta sección es de administración')).toBeVisible()
  expect(calls.slice(before).some(({ path }) => path === '/brand/versions')).toBe(false)
})
