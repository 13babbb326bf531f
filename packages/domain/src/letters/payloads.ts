import { z } from 'zod'
import { day } from '../fields.ts'
import { lender } from '../lender/schema.ts'
import { loanType } from '../loans/schema.ts'

const cents = z.int().nonnegative()

const person = z.object({ name: z.string(), curp: z.string().nullable(), rfc: z.string().nullable() })

/** What a no-debt letter states, stored before its file is made. Amounts in centavos. */
export const noDebtPayload = z.object({
  lender,
  worker: person,
  company_name: z.string().nullable(),
  loan: z.object({ folio: z.string(), type: loanType, amount_cents: cents, accepted_on: day.nullable() }),
  /** Interest or commission that was paid, without VAT, and its VAT. */
  charge_cents: cents,
  tax_cents: cents,
  total_paid_cents: cents,
  /** The value date of the payment that settled the loan. */
  settled_on: day,
})
export type NoDebtPayload = z.infer<typeof noDebtPayload>

/** What a loan paid of its charge within a period, without VAT, and the VAT of it. Amounts in centavos. */
const chargeOfLoan = z.object({
  folio: z.string(),
  type: loanType,
  charge_cents: cents,
  tax_cents: cents,
})
export type ChargeOfLoan = z.infer<typeof chargeOfLoan>

/** What a certificate of interest paid states, stored before its file is made. Amounts in centavos. */
export const interestPayload = z.object({
  lender,
  worker: person,
  year: z.int(),
  from: day,
  to: day,
  /** False while the year is not over: the certificate then says until which day it counts. */
  is_whole: z.boolean(),
  loans: z.array(chargeOfLoan),
})
export type InterestPayload = z.infer<typeof interestPayload>
