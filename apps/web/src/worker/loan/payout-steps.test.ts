import { describe, expect, it } from 'vitest'
import { buildPayoutSteps, isMoneyMoving } from './payout-steps.ts'

const signed = {
  state: 'disbursing',
  accepted_at: '2026-11-20T18:00:00Z',
  sent_at: null,
  settled_at: null,
  receiving_account: { bank: '40012', bank_name: 'BBVA', account_last4: '4321', account_type: 40 },
} as const

const states = (loan: Parameters<typeof buildPayoutSteps>[0]) =>
  buildPayoutSteps(loan).map(({ state }) => state)

describe('buildPayoutSteps', () => {
  it('shows the sending step as current while the outcome is unknown', () => {
    expect(states(signed)).toEqual(['done', 'current', 'next', 'next'])
    expect(isMoneyMoving(signed)).toBe(true)
  })

  it.each([
    [undefined, 'Estamos confirmando el envío con el banco'],
    ['night', 'Los bancos no reciben envíos de 23:55 a 00:05. El tuyo sale a las 00:05.'],
    ['queue', 'Los envíos están en espera. El tuyo sale en cuanto se reanuden.'],
  ] as const)('shows why the order waits: %s', (payout_waits, detail) => {
    const loan = payout_waits === undefined ? signed : { ...signed, payout_waits }
    expect(buildPayoutSteps(loan)[1]).toEqual({ label: 'Enviado', state: 'current', detail })
  })

  it('shows the transit step as current after the order is sent', () => {
    const sent = { ...signed, state: 'active', sent_at: '2026-11-20T18:00:03Z' } as const
    expect(states(sent)).toEqual(['done', 'done', 'current', 'next'])
    expect(isMoneyMoving(sent)).toBe(true)
  })

  it('shows all steps as done with time and account after the payout settles', () => {
    const received = {
      ...signed,
      state: 'active',
      sent_at: '2026-11-20T18:00:03Z',
      settled_at: '2026-11-20T18:00:09Z',
    } as const
    expect(states(received)).toEqual(['done', 'done', 'done', 'done'])
    expect(buildPayoutSteps(received)[3]?.detail).toBe('20 de noviembre, 12:00, cuenta ····4321')
    expect(isMoneyMoving(received)).toBe(false)
  })

  it('shows the last step as failed if the bank returned the payout', () => {
    const returned = { ...signed, state: 'payout_returned', sent_at: '2026-11-20T18:00:03Z' } as const
    expect(buildPayoutSteps(returned)[3]).toMatchObject({ label: 'Devuelto', state: 'failed' })
    expect(isMoneyMoving(returned)).toBe(false)
  })
})
