import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { holdDelays } from '../../../test/hold-delays.ts'
import { loanDetailOf, loanItemOf } from '../../../test/loan.ts'
import { answerWith, buildPage, buildRefusal } from '../../../test/server.ts'
import { openStaffApp } from '../../../test/staff-screen.tsx'
import { endSession } from '../../lib/session.ts'

const other = loanItemOf('requested', { id: 130, folio: 'C-000130' })
const basics = {
  'GET /notification/unread-count': { count: 0 },
  'GET /loan/123': () => loanDetailOf('requested'),
  'GET /loan/130': loanDetailOf('requested', { id: 130, folio: 'C-000130' }),
  'GET /loan': buildPage(other),
}

afterEach(() => {
  endSession()
  vi.unstubAllGlobals()
})

const decisions = (calls: ReturnType<typeof answerWith>) => calls.filter(({ method }) => method === 'PATCH')
const undoButton = () => screen.findByRole('button', { name: 'Deshacer' }, { timeout: 10_000 })

async function confirm(name: 'Aprobar' | 'Rechazar', reason?: string) {
  await userEvent.click(await screen.findByRole('button', { name }))
  const dialog = within(await screen.findByRole('dialog'))
  if (reason !== undefined) await userEvent.type(dialog.getByLabelText('Motivo (opcional)'), reason)
  await userEvent.click(dialog.getByRole('button', { name }))
}

test('«Deshacer» sends nothing, and the request can be decided again', async () => {
  holdDelays()
  const calls = answerWith(basics)
  openStaffApp('/detalle-credito/123')
  await confirm('Aprobar')
  expect(await undoButton()).toHaveTextContent(/^Deshacer \([0-5]\)$/)
  expect(await screen.findByText(/^Aprobando C-000123 · María López\. Se envía en 5 segundos/)).toHaveRole(
    'status',
  )
  expect(screen.queryByRole('button', { name: 'Aprobar' })).toBeNull()
  await userEvent.click(await undoButton())
  expect(await screen.findByText('No se aprobó C-000123')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Aprobar' })).toBeVisible()
  expect(screen.queryByRole('link', { name: 'Siguiente por decidir' })).toBeNull()
  expect(decisions(calls)).toEqual([])
})

test.each(['z', '{Control>}z{/Control}'])('%s undoes a rejection and keeps its reason', async (keys) => {
  holdDelays()
  const calls = answerWith(basics)
  openStaffApp('/detalle-credito/123')
  await confirm('Rechazar', 'Falta un recibo')
  await undoButton()
  await userEvent.keyboard(keys)
  expect(await screen.findByText('No se rechazó C-000123')).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Rechazar' }))
  expect(await screen.findByLabelText('Motivo (opcional)')).toHaveValue('Falta un recibo')
  expect(decisions(calls)).toEqual([])
})

test('the decision survives a navigation and is sent once with one key after 5 s', async () => {
  const calls = answerWith({ ...basics, 'PATCH /loan/123': loanDetailOf('approved') })
  const router = openStaffApp('/detalle-credito/123')
  await confirm('Aprobar')
  await userEvent.click(await screen.findByRole('link', { name: 'Siguiente por decidir' }))
  await vi.waitFor(() => expect(router.state.location.pathname).toBe('/detalle-credito/130'), 10_000)
  expect(decisions(calls)).toEqual([])
  await waitFor(() => expect(decisions(calls)).toHaveLength(1), { timeout: 10_000 })
  expect(decisions(calls)[0]?.headers.get('Idempotency-Key')).toMatch(/^[0-9a-f]{32}$/)
  expect(await screen.findByText('Solicitud aprobada')).toBeVisible()
  expect(await screen.findByRole('button', { name: 'Aprobar' })).toBeVisible()
})

test('shows the server’s refusal with the new facts, until it is closed', async () => {
  holdDelays()
  let amount = 12_000
  const refusal = buildRefusal(409, 'loan.changed', 'La solicitud cambió. Revisa los datos.')
  answerWith({
    ...basics,
    'GET /loan/123': () => loanDetailOf('requested', { amount }),
    'PATCH /loan/123': () => {
      amount = 9_876
      return refusal
    },
  })
  openStaffApp('/detalle-credito/123')
  await confirm('Aprobar')
  await userEvent.click(await screen.findByRole('button', { name: 'Enviar ya' }))
  const alert = await screen.findByRole('alert')
  expect(alert).toHaveTextContent('No se pudo aprobar C-000123. La solicitud cambió. Revisa los datos.')
  expect((await screen.findAllByText('$9,876.00')).length).toBeGreaterThan(0)
  expect(within(alert).queryByRole('button', { name: 'Reintentar' })).toBeNull()
  await userEvent.click(within(alert).getByRole('button', { name: 'Cerrar' }))
  expect(screen.queryByRole('alert')).toBeNull()
})

test('a logout sends the decision first', async () => {
  holdDelays()
  const calls = answerWith({
    ...basics,
    'PATCH /loan/123': loanDetailOf('approved'),
    'POST /auth/logout': new Response(null, { status: 204 }),
  })
  openStaffApp('/detalle-credito/123')
  await confirm('Aprobar')
  await undoButton()
  await userEvent.click(screen.getByRole('button', { name: /tu cuenta/ }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Cerrar sesión' }))
  const dialog = within(await screen.findByRole('dialog', { name: '¿Cerrar sesión?' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Continuar' }))
  await vi.waitFor(() => expect(calls.some(({ path }) => path === '/auth/logout')).toBe(true), 10_000)
  const sent = calls.map(({ method, path }) => `${method} ${path}`)
  expect(sent.indexOf('PATCH /loan/123')).toBeLessThan(sent.indexOf('POST /auth/logout'))
  expect(decisions(calls)).toHaveLength(1)
})
