import type { ContractPayload } from '@quincena/domain/contracts/schema'
import { FREQUENCIES } from '@quincena/domain/loans/frequency'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { advancePayload, creditPayload } from '../../../test/contract-payload.ts'
import { shippedText } from '../../../test/contract-texts.ts'
import { elementWords } from '../../../test/element-words.ts'
import { contractDocument } from './pdf/contract-document.ts'
import { oldContractDocument } from './pdf/old-contract-document.ts'

const texts = {
  credit: shippedText('credit_contract', '2.2'),
  advance: shippedText('advance_contract', '2.2'),
}

function compare(payload: ContractPayload) {
  const payload_sha256 = 'a'.repeat(64)
  const before = elementWords(oldContractDocument({ payload, payload_sha256 }))
  const text = texts[payload.loan.type]
  expect(elementWords(contractDocument({ payload, payload_sha256, text }))).toBe(before)
}

const words = fc.constantFrom(
  'Uno',
  'María {amount} $& Ruiz',
  'Calle 1: interior 2',
  'a. b: c',
  'Ñandú, S.A. de C.V.',
)
const optional = fc.constantFrom('', 'HERM900101MDFRZR09')

const parties = fc.record({
  borrower: fc.record({
    ...{ full_name: words, curp: optional, rfc: optional, address: fc.oneof(words, fc.constant('')) },
    ...{ email: words, phone: words, company_name: words },
  }),
  lender: fc.record({ name: words, address: words, phone: words, email: words, reca: words }),
  receiving_account: fc.record({
    ...{ bank: words, bank_name: words, account_last4: fc.constant('1234') },
    account_type: fc.constantFrom(40 as const, 3 as const),
  }),
  business_day: fc.constantFrom('2026-11-20', '2024-02-29'),
})

const credits = fc
  .record({
    amount: fc.integer({ min: 1, max: 100_000_000_00 }),
    annual_rate: fc.constantFrom(0, 0.01, 0.18, 0.3333, 1.2, 9.99),
    frequency: fc.constantFrom(...FREQUENCIES),
    installments: fc.integer({ min: 1, max: 60 }),
    tax_rate: fc.constantFrom(0, 0.08, 0.16),
    tax_added: fc.boolean(),
    grace_bank_days: fc.constantFrom(undefined, 0, 1, 2, 5, 30),
    is_old: fc.boolean(),
    cat: fc.constantFrom(undefined, null, 0, 12.3, 5000),
    parties,
  })
  .map(({ grace_bank_days, is_old, cat, parties: people, ...terms }): ContractPayload => {
    const payload = creditPayload(terms)
    const { frequency: _f, tax_added: _t, grace_bank_days: _g, ...old } = payload.loan
    const now = { ...payload.loan, grace_bank_days }
    const loan = is_old && terms.frequency === 'monthly' && !terms.tax_added ? old : now
    return { ...payload, ...people, loan: { ...loan, ...(cat !== undefined && { cat }) } } as ContractPayload
  })

const advances = fc
  .record({
    amount: fc.integer({ min: 1, max: 100_000_00 }),
    tax_rate: fc.constantFrom(0, 0.08, 0.16),
    grace_bank_days: fc.constantFrom(undefined, 0, 1, 2, 5),
    commission: fc.integer({ min: 0, max: 100_000 }),
    cat: fc.constantFrom(undefined, null, 0, 12.3, 5000),
    parties,
  })
  .map(({ grace_bank_days, commission, cat, parties: people, ...terms }): ContractPayload => {
    const payload = advancePayload(terms)
    const loan = { ...payload.loan, commission, ...(grace_bank_days !== undefined && { grace_bank_days }) }
    return { ...payload, ...people, loan: { ...loan, ...(cat !== undefined && { cat }) } } as ContractPayload
  })

test('a credit has the same words as before', () => {
  fc.assert(fc.property(credits, compare), { numRuns: 300 })
})

test('an advance has the same words as before', () => {
  fc.assert(fc.property(advances, compare), { numRuns: 300 })
})
