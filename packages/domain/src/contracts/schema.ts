import { z } from 'zod'
import { day } from '../fields.ts'
import { installment, loanType, receivingAccount } from '../loans/schema.ts'
import { money } from '../money.ts'

/** The lender's data in contracts and notices. */
const lender = z.object({
  name: z.string(),
  address: z.string(),
  phone: z.string(),
  email: z.string(),
  /** Registration number of the contract of adhesion in CONDUSEF's RECA. */
  reca: z.string(),
})
export type Lender = z.infer<typeof lender>

/** Answer of `GET /loan/get-loan-contract-payload/{id}`: all data of a loan's contract on a business day. */
export const contractPayload = z.object({
  loan: z.object({
    id: z.int().positive(),
    folio: z.string(),
    type: loanType,
    amount: money,
    total_debt: money,
    final_value: money,
    monthly_payment: money.nullable(),
    interest_rate: z.number(),
    commission: money,
    /** Fraction of the VAT that the finance charge contains; 0 if the company has none. */
    tax_rate: z.number(),
    tax: money,
    cat: z.number().nullable(),
    period: z.string(),
    installments: z.int().positive(),
    payment_deadline: day,
    schedule: z.array(installment),
  }),
  borrower: z.object({
    full_name: z.string(),
    curp: z.string(),
    rfc: z.string(),
    address: z.string(),
    email: z.string(),
    phone: z.string(),
    company_name: z.string(),
  }),
  lender,
  receiving_account: receivingAccount,
  business_day: day,
  /** The contract's own text and the legal texts in force on that day. No proof of acceptance: consents are. */
  texts: z.array(z.object({ document: z.string(), version: z.string() })),
})
export type ContractPayload = z.infer<typeof contractPayload>
