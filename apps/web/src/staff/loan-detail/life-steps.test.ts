import { loanDetail } from '@quincena/domain/loans/detail-schema'
import type { LoanState } from '@quincena/domain/loans/rules'
import { expect, test } from 'vitest'
import { loanDetailOf } from '../../../test/loan.ts'
import { lifeSteps, nextStepText } from './life-steps.ts'

const approved = { approved_at: '2026-11-15T18:00:00Z' }
const signed = { ...approved, accepted_at: '2026-11-16T18:00:00Z' }
const sent = { ...signed, sent_at: '2026-11-16T18:01:00Z', settled_at: '2026-11-16T18:02:00Z' }

/** Four installments, of which the first ones are paid. */
const scheduleOf = (paid: number) => {
  const row = {
    due_date: '2026-12-15',
    payment: 1_100,
    principal: 1_000,
    interest: 100,
    balance: 0,
    version: 1,
  }
  return [1, 2, 3, 4].map((number) => ({ ...row, number, paid: number <= paid }))
}

const loanOf = (state: LoanState, fields: Parameters<typeof loanDetailOf>[1] = {}) =>
  loanDetail.parse(loanDetailOf(state, fields))
const describeSteps = (...loanArguments: Parameters<typeof loanOf>) =>
  lifeSteps(loanOf(...loanArguments)).map(
    ({ label, state, detail }) => `${label}: ${state}${detail ? ` ${detail}` : ''}`,
  )

test('shows a loan in force after its payout and counts its covered installments', () => {
  expect(describeSteps('active', { ...sent, schedule: scheduleOf(3) })).toEqual([
    'Solicitado: done 14/11/2026',
    'Aprobado: done 15/11/2026',
    'Firmado: done 16/11/2026',
    'Dinero enviado: done 16/11/2026',
    'Pagos: current 3 de 4',
    'Liquidado: next',
  ])
})

test.each<[LoanState, Parameters<typeof loanDetailOf>[1], string]>([
  ['requested', {}, 'Aprobado: current Por decidir'],
  ['approved', { ...approved, offer_expires_on: '2026-12-15' }, 'Firmado: current Vence el 15/12/2026'],
  ['disbursing', signed, 'Dinero enviado: current Enviando'],
  ['active', { ...sent, settled_at: null }, 'Dinero enviado: done 16/11/2026, en camino'],
  ['overdue', { ...sent, schedule: scheduleOf(1) }, 'Pagos: failed 1 de 4, retrasado'],
  ['payout_returned', sent, 'Dinero enviado: failed Devuelto por el banco'],
  ['completed', { ...sent, completed_at: '2027-11-15T18:00:00Z' }, 'Liquidado: done 15/11/2027'],
])('a loan that is %s with %j shows «%s»', (state, fields, expected) => {
  expect(describeSteps(state, fields)).toContain(expected)
})

test.each<[LoanState, string]>([
  ['rejected', 'Rechazado: failed 17/11/2026'],
  ['declined', 'Declinado por el trabajador: failed 17/11/2026'],
  ['expired', 'La oferta venció: failed 17/11/2026'],
  ['cancelled', 'Cancelado: failed 17/11/2026'],
])('a loan that is %s has that as its last step', (state, expected) => {
  const steps = describeSteps(state, { ...approved, rejected_at: '2026-11-17T18:00:00Z' })
  expect(steps).toEqual(['Solicitado: done 14/11/2026', 'Aprobado: done 15/11/2026', expected])
})

test('names the due date or the rejection reason as the next step', () => {
  expect(nextStepText(loanOf('overdue'))).toBe('Hay un pago vencido desde el 15/12/2026.')
  expect(nextStepText(loanOf('active', { overdue: 1_100 }))).toBe(
    'El pago del 15/12/2026 venció y está en sus días de gracia.',
  )
  expect(nextStepText(loanOf('rejected', { rejection_reason: 'Faltan recibos' }))).toBe(
    'Motivo: Faltan recibos',
  )
})
