import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { answerWith } from '../../../test/server.ts'
import { openStaffApp } from '../../../test/staff-screen.tsx'
import { endSession } from '../../lib/session.ts'

const basics = { 'GET /notification/unread-count': { count: 0 } }

afterEach(() => {
  endSession()
  vi.unstubAllGlobals()
})

test('changes above which amounts two people decide about a loan, and keeps what is refused', async () => {
  const path = '/loan/limits'
  const limits = {
    ...{ approval: 50_000, per_approver: 300_000, per_company: 1_000_000, per_lender: 5_000_000 },
    ...{ companies: [{ company: 3, approval: 20_000 }], version: 2 },
  }
  const calls = answerWith({
    ...basics,
    [`GET ${path}`]: limits,
    [`PUT ${path}`]: ({ body }: { body: typeof limits }) => ({ ...body, version: 3 }),
  })
  openStaffApp('/configuracion/prestamos', 'U0')
  const form = within(await screen.findByRole('form', { name: 'Límites de préstamos' }))
  const input = form.getByLabelText('Por solicitud')
  expect(input).toHaveValue('50,000.00')
  expect(form.getByText(/1 empresa tiene su propio límite/)).toBeVisible()
  await userEvent.clear(input)
  await userEvent.type(input, '-1')
  await userEvent.click(form.getByRole('button', { name: 'Guardar límites' }))
  expect(form.getByText('El límite no puede ser negativo')).toBeVisible()
  expect(input).toHaveValue('-1')
  await userEvent.clear(input)
  await userEvent.type(input, '75,000')
  await userEvent.click(form.getByRole('button', { name: 'Guardar límites' }))
  expect(await screen.findByText('Límites guardados.')).toBeVisible()
  expect(input).toHaveValue('75,000.00')
  const sent = calls.filter(({ method }) => method === 'PUT').map(({ body }) => body)
  expect(sent).toEqual([{ ...limits, approval: 75_000 }])
})
