import { type ContractPayload, contractPayload } from '@quincena/domain/contracts/schema'
import { advancePayload, creditPayload } from './contract-payload.ts'

const { frequency, tax_added, grace_bank_days, ...loan_1_0 } = creditPayload({ tax_rate: 0.16 }).loan
const one = creditPayload({ installments: 1 })

/** Contracts whose whole text in version 2.2 is kept in `golden-contracts`, by file name. */
export const goldenContracts: Record<string, ContractPayload> = {
  credit: creditPayload(),
  credit_weekly_tax_added: creditPayload({
    frequency: 'weekly',
    installments: 52,
    tax_rate: 0.16,
    tax_added: true,
  }),
  credit_one_payment: { ...one, loan: { ...one.loan, grace_bank_days: 1 } },
  credit_of_text_1_0: contractPayload.parse(contractPayload.encode({ ...creditPayload(), loan: loan_1_0 })),
  advance_tax_contained: advancePayload({ tax_rate: 0.16 }),
}
