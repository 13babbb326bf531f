import { screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { loanDetailOf } from '../../../../test/loan.ts'
import { answerWith, buildPage } from '../../../../test/server.ts'
import { openWorkerApp } from '../../../../test/worker-screen.tsx'
import { endSession } from '../../../lib/session.ts'

afterEach(() => {
  endSession()
  vi.unstubAllGlobals()
})

const receiving_account = {
  ...{ bank: '40012', bank_name: 'BBVA Mexico', account_last4: '0015' },
  account_type: 40 as const,
}

test.each([
  ['payout_returned' as const, 1],
  ['active' as const, 0],
])(
  '§2 Credit detail: links to the bank account only if the payout was returned (%s: %i links)',
  async (state, ways) => {
    answerWith({
      'GET /loan/123': loanDetailOf(state, { receiving_account }),
      'GET /documents/': buildPage(),
      'GET /notification/unread-count': { count: 0 },
    })
    openWorkerApp('/app/credit-detail/123')
    expect(await screen.findByText(/terminada en/)).toBeVisible()
    const links = screen.queryAllByRole('link', { name: 'Revisar mi cuenta' })
    expect(links.map((link) => link.getAttribute('href'))).toEqual(Array(ways).fill('/app/bank-staff'))
  },
)
