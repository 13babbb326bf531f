import type { LoanState } from '@quincena/domain/loans/rules'
import { screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { loanItemOf } from '../../../../test/loan.ts'
import { answerWith, buildPage } from '../../../../test/server.ts'
import { openWorkerApp, workerOf } from '../../../../test/worker-screen.tsx'
import { endSession } from '../../../lib/session.ts'

afterEach(() => {
  endSession()
  vi.unstubAllGlobals()
})

test.each<[LoanState, object, string, string]>([
  [
    'active',
    { has_credit: true },
    'Te faltan $8,000.00',
    'Podrás pedir otro en cuanto termines de pagar este. El último pago es el 15 de noviembre de 2027.',
  ],
  [
    'requested',
    { has_request_credit: true },
    'C-000123',
    'Podrás pedir otro cuando te respondamos, o si retiras esta solicitud.',
  ],
  [
    'approved',
    { has_request_credit: true },
    'C-000123',
    'Fírmala, o recházala si quieres pedir otra cantidad.',
  ],
])(
  'shows the %s credit that blocks another one, and when the worker can ask again',
  async (state, flags, left, again) => {
    const item = loanItemOf(state, { amount_due: state === 'active' ? 8_000 : 0 })
    answerWith({ 'GET /loan': buildPage(item) })
    openWorkerApp('/app/new-credit', workerOf(flags))
    expect(await screen.findByText(again)).toBeVisible()
    const row = screen.getByRole('link', { name: /Crédito de \$12,000\.00/ })
    expect(row).toHaveTextContent(left)
    expect(row).toHaveAttribute('href', expect.stringMatching(/\/app\/credit-detail\/123$/))
  },
)
