import { LOAN_STATES } from '@quincena/domain/loans/rules'
import { expect, test } from 'vitest'
import { situationWords, stateWords, statusOf } from './words.ts'

test('gives every state a name of its own', () => {
  const labels = LOAN_STATES.map((state) => stateWords[state].label)
  expect(new Set(labels).size).toBe(LOAN_STATES.length)
})

test('§4 status codes: show INA, APP and REJ in the specification’s words and colours [B4.1]', () => {
  expect(statusOf('INA')).toEqual({ label: 'En análisis', tone: 'pending' })
  expect(statusOf('APP')).toEqual({ label: 'Aprobado', tone: 'accepted' })
  expect(statusOf('REJ')).toEqual({ label: 'Rechazado', tone: 'rejected' })
})

test('names an order in review before the state, and returned money as such', () => {
  for (const state of ['active', 'overdue', 'disbursing'] as const)
    expect(situationWords({ state, in_clarification: true })).toEqual({
      label: 'En revisión',
      tone: 'pending',
    })
  expect(situationWords({ state: 'payout_returned', in_clarification: true }).label).toBe('Depósito devuelto')
  expect(situationWords({ state: 'active', in_clarification: false })).toBe(stateWords.active)
})
