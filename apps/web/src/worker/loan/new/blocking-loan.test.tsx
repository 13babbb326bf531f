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

test.each<{ state: LoanState; flags: object; left: string; again: string }>([
  {
    state: 'active',
    flags: { has_credit: true },
    left: 'Te faltan $8,000.00',
    again:
      'Podrás pedir otro en cuanto termines de pagar este. El último pago es el 15 de noviembre de 2027.',
  },
  {
    state: 'requested',
    flags: { has_request_credit: true },
    left: 'C-000123',
    again: 'Podrás pedir otro cuando te respondamos, o si retiras esta solicitud.',
  },
  {
    state: 'approved',
    flags: { has_request_credit: true },
    left: 'C-000123',
    again: 'Fírmala, o recházala si quieres pedir otra cantidad.',
  },
])(
  'shows the $state credit that blocks another one, and when the worker can ask again',
  async ({ state, flags, left, again }) => {
    const item = loanItemOf(state, { amount_due: state === 'active' ? 8_000 : 0 })
    answerWith({ 'GET /loan': buildPage(item) })
    openWorkerApp('/app/new-credit', workerOf(flags))
    expect(await screen.findByText(again)).toBeVisible()
    const row = screen.getByRole('link', { name: /Crédito de \$12,000\.00/ })
    expect(row).toHaveTextContent(left)
    expect(row).toHaveAttribute('href', expect.stringMatching(/\/app\/credit-detail\/123$/))
  },
)
