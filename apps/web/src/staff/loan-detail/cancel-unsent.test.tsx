import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { loanDetailOf } from '../../../test/loan.ts'
import { answerWith, buildRefusal } from '../../../test/server.ts'
import { openStaffApp } from '../../../test/staff-screen.tsx'
import { endSession } from '../../lib/session.ts'

const basics = { 'GET /notification/unread-count': { count: 0 } }

afterEach(() => {
  endSession()
  vi.unstubAllGlobals()
})

test.each([
  ['U0', true],
  ['U1', false],
] as const)(
  '«Cancelar préstamo» of a signed loan whose money has not left, for %s: %s',
  async (role, isShown) => {
    const sent: unknown[] = []
    answerWith({
      ...basics,
      'GET /loan/123': loanDetailOf('disbursing', { cancellable: true, payout_waits: 'queue' }),
      'GET /stp/payouts': { paused: false, reason: null, by: null, at: null, in_review: 0, waiting: 1 },
      'POST /loan/123/cancel': (body: unknown) => {
        sent.push(body)
        return loanDetailOf('cancelled', { rejection_reason: 'Cambió de opinión' })
      },
    })
    openStaffApp('/detalle-credito/123?tab=pagos', role)
    await screen.findByRole('heading', { name: 'María López' })
    if (!isShown) {
      expect(screen.queryByRole('button', { name: 'Cancelar préstamo' })).toBeNull()
      return
    }
    const user = userEvent.setup()
    await user.click(screen.getByRole('button', { name: 'Cancelar préstamo' }))
    const dialog = await screen.findByRole('dialog', { name: '¿Cancelar el préstamo?' })
    await user.click(within(dialog).getByRole('button', { name: 'Cancelar préstamo' }))
    expect(await within(dialog).findByText('Escribe el motivo')).toBeVisible()
    await user.type(within(dialog).getByRole('textbox', { name: 'Motivo' }), 'Cambió de opinión')
    await user.click(within(dialog).getByRole('button', { name: 'Cancelar préstamo' }))
    expect(await screen.findByText('El préstamo fue cancelado. El dinero no salió.')).toBeVisible()
    expect(sent).toHaveLength(1)
  },
)

test('a refused cancellation says why and keeps the reason', async () => {
  answerWith({
    ...basics,
    'GET /loan/123': loanDetailOf('disbursing', { cancellable: true }),
    'GET /stp/payouts': { paused: false, reason: null, by: null, at: null, in_review: 0, waiting: 1 },
    'POST /loan/123/cancel': () =>
      buildRefusal(
        409,
        'loan.payout_left',
        'El dinero ya salió o está saliendo: este préstamo ya no se puede cancelar.',
      ),
  })
  openStaffApp('/detalle-credito/123?tab=pagos', 'U0')
  const user = userEvent.setup()
  await user.click(await screen.findByRole('button', { name: 'Cancelar préstamo' }))
  const dialog = await screen.findByRole('dialog', { name: '¿Cancelar el préstamo?' })
  await user.type(within(dialog).getByRole('textbox', { name: 'Motivo' }), 'Cambió de opinión')
  await user.click(within(dialog).getByRole('button', { name: 'Cancelar préstamo' }))
  expect(await screen.findByText(/ya no se puede cancelar/)).toBeVisible()
  expect(within(dialog).getByRole('textbox', { name: 'Motivo' })).toHaveValue('Cambió de opinión')
})
