import { screen, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { incomingOf } from '../../../test/incoming-payment.ts'
import { activeLoan } from '../../../test/loan.ts'
import { answerWith, buildPage } from '../../../test/server.ts'
import { openStaffApp } from '../../../test/staff-screen.tsx'
import { endSession } from '../../lib/session.ts'

afterEach(() => {
  endSession()
  vi.unstubAllGlobals()
})

test.each([
  ['pending', 'Sin confirmar con STP', /STP aún no confirma que este dinero llegó/],
  ['not_found', 'STP no lo reconoce', /el aviso puede ser falso/],
  ['mismatch', 'STP reporta otros datos', /con otro monto, otra cuenta o lo devolvió/],
] as const)(
  'an incoming payment with check %s shows «%s» and the reason, and cannot be registered',
  async (...[check, label, why]) => {
    const incoming = incomingOf({ stp_check: check, stp_confirmed_at: null })
    answerWith({
      'GET /notification/unread-count': { count: 0 },
      'GET /stp/incoming-payments': buildPage(incoming),
      'GET /stp/incoming-payments/70': incoming,
      'GET /loan/123': activeLoan(),
    })
    openStaffApp('/abonos?status=unconfirmed&abono=70')
    const dialog = within(await screen.findByRole('dialog', { name: 'Abono recibido' }))
    expect(await dialog.findByText(why)).toBeVisible()
    expect(dialog.getAllByText(new RegExp(label)).length).toBeGreaterThan(0)
    const register = await dialog.findByRole('button', { name: 'Registrar pago' })
    expect(register).toBeDisabled()
    expect(dialog.queryByLabelText('Cantidad a registrar')).toBeNull()
    expect(dialog.getByRole('button', { name: 'Descartar' })).toBeEnabled()
  },
)
