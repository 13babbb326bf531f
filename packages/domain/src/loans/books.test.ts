import { expect, test } from 'vitest'
import { openAdvance } from '../../test/advance.ts'
import { type CreditTerms, contractSchedule } from './amortization.ts'
import { applyPayment } from './apply-payment.ts'
import { booksOn } from './books.ts'
import { openCredit } from './position.ts'

const contained = { tax_rate: 0.16, tax_added: false }
const added = { tax_rate: 0.16, tax_added: true }
const terms: CreditTerms = {
  ...{ amount: 1_000_000, annual_rate: 0.18, frequency: 'monthly', installments: 12 },
  ...{ start: '2026-11-20', ...contained },
}

test('contained VAT: earned interest is income and pending VAT until a payment collects it', () => {
  const position = openCredit(terms)
  const charge = contractSchedule(terms).reduce((sum, { interest }) => sum + interest, 0)
  expect(booksOn(position, '2026-11-20', contained)).toEqual({
    ...{ receivable: 1_100_161, unearned: charge },
    ...{ income: 0, tax_pending: 0, tax_payable: 0 },
  })
  // 15,000 of interest on the first due date contain 15,000 × 0.16 / 1.16 = 2,068.97 of VAT.
  expect(booksOn(position, '2026-12-20', contained)).toEqual({
    ...{ receivable: 1_100_161, unearned: charge - 15_000 },
    ...{ income: 12_931, tax_pending: 2069, tax_payable: 0 },
  })
  const paid = applyPayment(position, { value_date: '2026-12-20', amount: 91_680, excess: 'lower_payment' })
  if ('error' in paid) expect.unreachable()
  else
    expect(booksOn(paid.position, '2026-12-20', contained)).toEqual({
      ...{ receivable: 1_100_161 - 91_680, unearned: charge - 15_000 },
      ...{ income: 12_931, tax_pending: 0, tax_payable: 2069 },
    })
})

test('money on account of the next installment collects its interest on the due date', () => {
  const paid = applyPayment(openCredit(terms), {
    ...{ value_date: '2026-12-01', amount: 50_000, excess: 'lower_payment' },
  })
  if ('error' in paid) return expect.unreachable()
  // 10,000 × 0.18 / 12 × 11 / 30 days = 55.00
  expect(booksOn(paid.position, '2026-12-01', contained)).toMatchObject({
    ...{ receivable: 1_050_161, income: 4741, tax_pending: 759, tax_payable: 0 },
  })
  expect(booksOn(paid.position, '2026-12-20', contained)).toMatchObject({ tax_pending: 0, tax_payable: 2069 })
})

test('added VAT: the rows’ taxes are pending from the start, and a payoff collects only those accrued', () => {
  const position = openCredit({ ...terms, ...added })
  const taxes = contractSchedule({ ...terms, ...added }).reduce((sum, { tax }) => sum + tax, 0)
  expect(booksOn(position, '2026-11-20', added)).toMatchObject({ income: 0, tax_pending: taxes })
  // 15 of 30 days: 75.00 of interest and 12.00 of VAT.
  const paid = applyPayment(position, {
    ...{ value_date: '2026-12-05', amount: 1_008_700, excess: 'lower_payment' },
  })
  if ('error' in paid) return expect.unreachable()
  expect(booksOn(paid.position, '2026-12-05', added)).toEqual({
    ...{ receivable: 0, unearned: 0, income: 7500, tax_pending: 0, tax_payable: 1200 },
  })
})

test('an advance earns its commission with the payout and owes the VAT of what is paid', () => {
  const advance = { amount: 200_000, commission: 15_000, start: '2026-11-20', due_date: '2026-11-30' }
  const position = openAdvance(advance)
  expect(booksOn(position, '2026-11-20', contained)).toEqual({
    ...{ receivable: 215_000, unearned: 0, income: 12_931, tax_pending: 2069, tax_payable: 0 },
  })
  const paid = applyPayment(position, { value_date: '2026-11-22', amount: 7250, excess: 'lower_payment' })
  if ('error' in paid) return expect.unreachable()
  expect(booksOn(paid.position, '2026-11-22', contained)).toEqual({
    ...{ receivable: 207_750, unearned: 0, income: 12_931, tax_pending: 1069, tax_payable: 1000 },
  })
})
