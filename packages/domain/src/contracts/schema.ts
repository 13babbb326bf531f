import { z } from 'zod'
import { day } from '../fields.ts'
import { installment, loanType, receivingAccount } from '../loans/schema.ts'
import { money } from '../money.ts'

/** The lender as contracts and notices name it. */
const lender = z.object({
  name: z.string(),
  address: z.string(),
  phone: z.string(),
  email: z.string(),
  /** The number of the adhesion contract in CONDUSEF's RECA. */
  reca: z.string(),
})
export type Lender = z.infer<typeof lender>

/** `GET /loan/get-loan-contract-payload/{id}`: all that the contract of a day is made from. */
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
    /** Contained in the finance charge; 0 where the company has no rate. */
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
