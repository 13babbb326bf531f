import { describe, expect, it } from 'vitest'
import { arrivalDay, arrivedProblem, chooseMatch, foliosIn, isReturnedMoney, offeredAmount } from './rules.ts'

it.each([
  ['PAGO C-000123', ['C-000123']],
  ['pago c000123 quincena', ['C-000123']],
  ['A 000045', ['A-000045']],
  ['C-1234567', ['C-1234567']],
  ['C-000123 Y A-000124', ['C-000123', 'A-000124']],
  ['C-000123 C-000123', ['C-000123']],
  ['PAGO DE CREDITO', []],
  ['C-123', []],
  ['ABC-000123', []],
  ['FAC000123', []],
  ['B-000123', []],
  ['', []],
  [null, []],
])('the folios in %j are %j', (concept, folios) => {
  expect(foliosIn(concept)).toEqual(folios)
})

describe('the match', () => {
  const none = { by_reference: [], by_folio: [], by_account: [] }
  it.each([
    ['nothing', none, null],
    ['the reference', { ...none, by_reference: [7], by_account: [8] }, { loan_id: 7, rule: 'reference' }],
    ['the folio', { ...none, by_folio: [7], by_account: [8, 9] }, { loan_id: 7, rule: 'folio' }],
    ['both alike', { ...none, by_reference: [7], by_folio: [7] }, { loan_id: 7, rule: 'reference' }],
    ['both apart', { ...none, by_reference: [7], by_folio: [8], by_account: [7] }, null],
    ['two folios', { ...none, by_folio: [7, 8] }, null],
    ['the account', { ...none, by_account: [7] }, { loan_id: 7, rule: 'account' }],
    ['an account with two loans', { ...none, by_account: [7, 8] }, null],
  ])('names the loan by %s', (_clue, clues, match) => {
    expect(chooseMatch(clues)).toEqual(match)
  })
})

it.each([
  ['when STP settled it', '2026-11-30T17:00:00Z', '2026-12-04T16:00:00Z', '2026-11-30'],
  ['before midnight in Mexico', '2026-12-01T05:30:00Z', '2026-12-01T05:31:00Z', '2026-11-30'],
  ['when it was told of, where STP does not say', null, '2026-12-04T16:00:00Z', '2026-12-04'],
  ['when it was told of, where STP says later', '2027-11-30T17:00:00Z', '2026-12-04T16:00:00Z', '2026-12-04'],
])('money arrived %s', (...[, settled_at, received_at, day]) => {
  expect(arrivalDay({ settled_at, received_at })).toBe(day)
})

it('suggests the amount that arrived, at most the payoff', () => {
  expect([offeredAmount(500, 900), offeredAmount(900, 500)]).toEqual([500, 500])
})

it.each([
  [0, true],
  [16, true],
  [24, true],
  [1, false],
  [12, false],
  [null, false],
])('payment type %j is money of our own: %j', (type, returned) => {
  expect(isReturnedMoney(type)).toBe(returned)
})

it.each([
  [90_000, 90_000, undefined],
  [90_000, 50_000, undefined],
  [90_000, 90_001, 'El monto a pagar excede lo que llegó ($900.00).'],
])('a payment with %i arrived and %i to register gives %s', (arrived, amount_paid, message) => {
  expect(arrivedProblem({ arrived, amount_paid })?.message).toBe(message)
})
