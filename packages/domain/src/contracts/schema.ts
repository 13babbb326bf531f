import { z } from 'zod'
import { day } from '../fields.ts'
import { lender } from '../lender/schema.ts'
import { receivingAccount } from '../loans/detail-schema.ts'
import { FREQUENCIES } from '../loans/frequency.ts'
import { installment, loanType } from '../loans/schema.ts'
import { money } from '../money.ts'

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
    /** Rate of the VAT as a fraction, 0 if the company has none; `tax` is the part of the total that is VAT. */
    tax_rate: z.number(),
    tax: money,
    /**
     * Contracts before text version 2.0 state none of these: their installments are monthly, their price contains the
     * VAT, and they name no grace days. The hash of their content stays as it was.
     */
    frequency: z.enum(FREQUENCIES).optional(),
    tax_added: z.boolean().optional(),
    grace_bank_days: z.int().nonnegative().optional(),
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
  /**
   * The contract's own text and the legal texts in force on that day. No proof of acceptance: consents are. `sha256` is
   * that of the text before its fields are filled. Contracts made while their text was code have none, and name it
   * `contract`.
   */
  texts: z.array(z.object({ document: z.string(), version: z.string(), sha256: z.string().optional() })),
  /** Whether the worker agreed to advertising; absent: not. No condition of the loan. */
  marketing_consent: z.boolean().optional(),
})
export type ContractPayload = z.infer<typeof contractPayload>
