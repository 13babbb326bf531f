import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { activeLoan, loanDetailOf } from '../../../test/loan.ts'
import { answerWith, buildPage, buildRefusal } from '../../../test/server.ts'
import { openWorkerApp } from '../../../test/worker-screen.tsx'
import { endSession } from '../../lib/session.ts'
import { hasPayoutReceipt } from './payout-receipt.ts'

const settled_at = '2026-11-20T16:05:00Z'
let shared: string[] = []

beforeEach(() => {
  shared = []
  Object.assign(navigator, {
    canShare: () => true,
    share: async ({ files }: { files: File[] }) =>
      void shared.push(...files.map(({ name, type }) => `${name} ${type}`)),
  })
})
afterEach(() => {
  for (const name of ['canShare', 'share']) Reflect.deleteProperty(navigator, name)
  endSession()
  vi.unstubAllGlobals()
})

const pdf = () => new Response('%PDF-1.7', { headers: { 'Content-Type': 'application/pdf' } })

async function shareAt(path: string, receipt: Response) {
  answerWith({
    'GET /loan/123': activeLoan({ sent_at: settled_at, settled_at }),
    'GET /loan/123/payout-receipt': receipt,
    'GET /documents/': buildPage(),
    'GET /notification/unread-count': { count: 0 },
  })
  openWorkerApp(path)
  await userEvent.click(await screen.findByRole('button', { name: 'Compartir comprobante' }))
}

test.each(['/app/credit-request-approved/123', '/app/credit-detail/123'])(
  'shares the receipt of the money that arrived from %s',
  async (path) => {
    await shareAt(path, pdf())
    await vi.waitFor(
      () => expect(shared).toEqual(['comprobante-deposito-C-000123.pdf application/pdf']),
      10_000,
    )
  },
)

test('says that the receipt could not be downloaded', async () => {
  await shareAt('/app/credit-detail/123', buildRefusal(500, 'unexpected', 'Algo salió mal.'))
  expect(await screen.findByText('Error al descargar el comprobante.')).toBeVisible()
  expect(shared).toEqual([])
})

test.each([
  ['the money arrived', loanDetailOf('active', { settled_at }), true],
  ['the loan is paid off', loanDetailOf('completed', { settled_at }), true],
  ['the money is on its way', loanDetailOf('active'), false],
  ['the money came back', loanDetailOf('payout_returned', { settled_at }), false],
  ['the payout is clarified', loanDetailOf('active', { settled_at, in_clarification: true }), false],
])('%s: a receipt is offered or not', (_state, loan, expected) => {
  expect(hasPayoutReceipt(loan)).toBe(expected)
})
