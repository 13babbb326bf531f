import { LOAN_STATES, wireStatus } from '@quincena/domain/loans/rules'
import { expect, test } from 'vitest'
import { situationWords, stateWords, statusOf } from './words.ts'

test.each([
  ['requested', 'En análisis', 'pending'],
  ['approved', 'Aprobado', 'accepted'],
  ['rejected', 'Rechazado', 'rejected'],
  ['active', 'Vigente', 'active'],
  ['completed', 'Completado', 'done'],
] as const)(
  '§4 labels by flags: a loan that is %s shows «%s», in the tone «%s» [B4.3]',
  (state, label, tone) => {
    expect(stateWords[state]).toMatchObject({ label, tone })
  },
)

test('§4 labels by flags: shows in every state the label of the flags derived from it [B4.3]', () => {
  for (const state of LOAN_STATES) {
    const { completed, accepted, rejected, approved } = wireStatus(state)
    const flags = [completed, accepted, rejected, approved, true]
    const words = ['Completado', 'Vigente', 'Rechazado', 'Aprobado', 'En análisis']
    expect(stateWords[state].label, state).toBe(words[flags.indexOf(true)])
  }
})

test('§4 status codes: show INA, APP and REJ in the specification’s words and colours [B4.1]', () => {
  expect(statusOf('INA')).toEqual({ label: 'En análisis', tone: 'pending' })
  expect(statusOf('APP')).toEqual({ label: 'Aprobado', tone: 'accepted' })
  expect(statusOf('REJ')).toEqual({ label: 'Rechazado', tone: 'rejected' })
})

test('a loan in clarification is neither up to date nor late', () => {
  for (const state of ['active', 'overdue', 'disbursing'] as const)
    expect(situationWords({ state, in_clarification: true })).toEqual({
      ...{ label: 'En aclaración', more: 'Orden en revisión', tone: 'pending' },
    })
  expect(situationWords({ state: 'payout_returned', in_clarification: true }).more).toBe('Depósito devuelto')
  expect(situationWords({ state: 'active', in_clarification: false })).toBe(stateWords.active)
})
