import { screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { loanDetailOf } from '../../../test/loan.ts'
import { answerWith, buildPage, buildRefusal } from '../../../test/server.ts'
import { openStaffApp } from '../../../test/staff-screen.tsx'
import { endSession } from '../../lib/session.ts'

const basics = { 'GET /notification/unread-count': { count: 0 }, 'GET /documents/': buildPage() }

afterEach(() => {
  endSession()
  vi.unstubAllGlobals()
})

function openTab(state: 'active' | 'completed', letters: unknown) {
  const loan = { ...loanDetailOf(state), sent_at: '2026-10-20T18:00:00Z' }
  answerWith({ ...basics, 'GET /loan/123': loan, 'GET /loan/123/letters': letters })
  openStaffApp('/detalle-credito/123?tab=documentacion')
}

test('lists the letters of a loan, and says which one is void and why', async () => {
  const letter = { created_at: '2026-11-20T18:00:00Z', sealed_at: '2026-11-20T18:00:05Z' }
  const valid = { id: 8, folio: 'CNA-000008', ...letter, voided_at: null, void_reason: null }
  const reason = { voided_at: '2026-11-20T19:00:00Z', void_reason: 'payment_reversed' }
  openTab('completed', { letters: [valid, { id: 5, folio: 'CNA-000005', ...letter, ...reason }] })
  expect(await screen.findByText('CNA-000008')).toBeVisible()
  expect(screen.getByText('Vigente')).toBeVisible()
  expect(screen.getByText('Sin efecto')).toBeVisible()
  expect(screen.getByText(/Se anuló un pago del préstamo/)).toBeVisible()
  expect(screen.getByRole('button', { name: 'Descargar constancia' })).toBeEnabled()
})

test('a loan with debt says when its letter is issued', async () => {
  openTab('active', { letters: [] })
  expect(await screen.findByText('Se emite sola cuando el préstamo queda liquidado.')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Descargar constancia' })).toBeNull()
  expect(screen.getByRole('combobox', { name: 'Mes' })).toBeVisible()
})

test('an error of the list offers to try again', async () => {
  openTab('completed', buildRefusal(500, 'unexpected', 'Algo salió mal. Intenta de nuevo.'))
  expect(await screen.findByText('Error al obtener las constancias')).toBeVisible()
})
