import { MantineProvider } from '@mantine/core'
import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { loanItemOf } from '../../../test/loan.ts'
import { workerOf } from '../../../test/worker-screen.tsx'
import { endSession, openSession } from '../../lib/session.ts'
import { rememberLoans } from './last-seen.ts'
import { LastSeenPage } from './last-seen-page.tsx'

beforeEach(() => openSession('5', workerOf({ first_name: 'Ana' })))
afterEach(endSession)

const open = (onRetry: () => unknown = () => undefined) =>
  render(
    <MantineProvider env="test">
      <LastSeenPage onRetry={onRetry} />
    </MantineProvider>,
  )

test('says of an offer that the signature is missing, and of a loan in force what is to pay by when', () => {
  const to_pay = { by: '2026-12-15', amount: 110_000 }
  rememberLoans(
    [
      { ...loanItemOf('approved'), id: 1, folio: 'A-000001', type: 'advance', amount: 420_000 },
      { ...loanItemOf('active'), id: 2, folio: 'C-000002', amount: 1_200_000, amount_due: 950_050, to_pay },
      { ...loanItemOf('requested'), id: 3, folio: 'C-000003', amount: 500_000 },
    ],
    Date.now(),
  )
  open()
  const [offer, live, request] = screen.getAllByRole('listitem')
  if (offer === undefined || live === undefined || request === undefined) throw new Error('3 loans expected')
  expect(within(offer).getByText('Falta tu firma')).toBeVisible()
  expect(within(offer).getByText('Importe')).toBeVisible()
  expect(within(live).getByText('Por pagar')).toBeVisible()
  expect(within(live).getByText('$1,100.00 el 15 de diciembre')).toBeVisible()
  expect(within(request).queryByText(/firma|diciembre/)).toBeNull()
  expect(screen.getByText(/^Sin conexión\. Visto hoy a las \d{1,2}:\d{2}\./)).toBeVisible()
})

test('retries on request', async () => {
  const onRetry = vi.fn()
  open(onRetry)
  await userEvent.click(screen.getByRole('button', { name: 'Reintentar' }))
  expect(onRetry).toHaveBeenCalledOnce()
})
