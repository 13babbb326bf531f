import { screen, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { balanceOf } from '../../../test/reconciliation.ts'
import { answerWith, pageWith } from '../../../test/server.ts'
import { openOffice } from '../../../test/staff-screen.tsx'
import { endSession } from '../../lib/session.ts'

vi.mock('./requests-bars.tsx', () => ({ RequestsBars: () => <svg role="img" /> }))
vi.mock('./documents-donut.tsx', () => ({ DocumentsDonut: () => <svg role="img" /> }))

afterEach(() => {
  endSession()
  vi.unstubAllGlobals()
})

async function openWith(balance: Parameters<typeof balanceOf>[0]) {
  answerWith({
    'GET /notification/unread-count': { count: 0 },
    'GET /loan': pageWith(),
    'GET /stp': pageWith(),
    'GET /stp/balance': balanceOf(balance),
  })
  openOffice('/')
  return within(await screen.findByRole('region', { name: 'Saldo en STP' }))
}

test('the balance, what is on its way and what waits, with its hour', async () => {
  const card = await openWith({})
  for (const text of ['$100,000.00', '$10,000.00', '$20,000.00', '$30,000.00'])
    expect(await card.findByText(text)).toBeDefined()
  expect(card.getByText('Consultado el 20 de noviembre, 10:00.')).toBeDefined()
  expect(card.queryByRole('alert')).toBeNull()
})

test('warns when it does not cover what is signed', async () => {
  const card = await openWith({ balance: 25_000 })
  expect((await card.findByRole('alert')).textContent).toContain('faltan $5,000.00')
})

test('tells when offers would not be covered, without alarm', async () => {
  const card = await openWith({ balance: 55_000 })
  expect((await card.findByText(/faltarían/)).textContent).toContain('$5,000.00')
  expect(card.queryByRole('alert')).toBeNull()
})

test('an older balance stays when STP is away', async () => {
  const card = await openWith({ failure_reason: 'STP no respondió.' })
  expect((await card.findByText(/Consultado el/)).textContent).toContain('STP no respondió.')
})

test('a first one is on its way', async () => {
  const card = await openWith({ balance: null, pending: null, asked_at: null, difference: null })
  expect(await card.findByText('Consultando a STP…')).toBeDefined()
})
