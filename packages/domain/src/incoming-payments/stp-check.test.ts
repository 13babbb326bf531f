import { expect, it } from 'vitest'
import { checkAgainstStp } from './stp-check.ts'

const callback = { amount_cents: 91_680, beneficiary_account: '646180110400000007' }
const order = { amount: 91_680, beneficiary_account: '646180110400000007', stp_state: 'LQ' }

it.each([
  ['does not know it', null, 'not_found'],
  ['has it settled', order, 'confirmed'],
  ['has it confirmed by us', { ...order, stp_state: 'CCO' }, 'confirmed'],
  ['has it as a transfer of its own books', { ...order, stp_state: 'TLQ' }, 'confirmed'],
  ['has it one centavo higher', { ...order, amount: 91_681 }, 'mismatch'],
  ['has it for another account', { ...order, beneficiary_account: '646180110400000010' }, 'mismatch'],
  ['names no account', { ...order, beneficiary_account: '' }, 'mismatch'],
  ['has sent it back', { ...order, stp_state: 'D' }, 'mismatch'],
  ['has cancelled it', { ...order, stp_state: 'CN' }, 'mismatch'],
  ['has it in transit', { ...order, stp_state: 'A' }, 'pending'],
] as const)('STP %s: %s', (_what, stp, check) => {
  expect(checkAgainstStp(callback, stp)).toBe(check)
})

it('takes any account of ours when the callback names none', () => {
  expect(checkAgainstStp({ ...callback, beneficiary_account: null }, order)).toBe('confirmed')
})
