import { z } from 'zod'
import { accountCheck } from '../accounts/verification-schema.ts'
import { day, instant } from '../fields.ts'
import { money } from '../money.ts'
import { payment } from '../payments/schema.ts'
import { user } from '../users/schema.ts'
import { background } from './background.ts'
import { installment, loanListItem } from './schema.ts'

/** A version of a loan's schedule: 1 is the contract's, each prepayment makes another (lending.md §3). */
const scheduleVersion = z.object({
  version: z.int().positive(),
  /** The day from which it is in force. */
  from: day,
  schedule: z.array(installment),
})

/** The account that receives the payout, reduced to what a screen may show. */
export const receivingAccount = z.object({
  bank: z.string().nullable(),
  bank_name: z.string(),
  account_last4: z.string(),
  account_type: z.union([z.literal(40), z.literal(3)]),
})
export type ReceivingAccount = z.infer<typeof receivingAccount>

/** The worker of a loan, with the personal data of the loan's detail. */
const applicant = user.omit({ consents: true, notifications: true, hasDocuments: true, loans: true })

/** Answer of `GET /loan/{id}`. */
export const loanDetail = loanListItem.extend({
  user: applicant,
  company_name: z.string().nullable(),
  payments: z.array(payment),
  /** The schedule in force. */
  schedule: z.array(installment.extend({ version: z.int().positive() })),
  /** All versions of the schedule, the contract's first. */
  schedules: z.array(scheduleVersion),
  /** The payment that settles the loan today; 0 if nothing is owed. */
  payoff: money,
  /** True if the VAT is on top of the interest. */
  tax_added: z.boolean(),
  /** Percentage with one decimal; null is shown as «No aplica». */
  cat: z.number().nullable(),
  /** The CAT as screens and documents write it. */
  cat_text: z.string().optional(),
  tax_rate: z.number(),
  rejection_reason: z.string().nullable(),
  receiving_account: receivingAccount.nullable(),
  /** The verification of that account; absent if the setting is off and there is none. */
  account_check: accountCheck.optional(),
  /** True while another person has to confirm the worker's data before they can sign, or before a returned loan is sent again. */
  worker_unconfirmed: z.literal(true).optional(),
  /**
   * True while staff have not accepted the five documents that the approval of the loan, also of a rejected one, or the
   * signature of an advance needs; absent once the loan is signed.
   */
  documents_unreviewed: z.literal(true).optional(),
  /** Why the staff member who reads a request may not approve it; absent if they may, and for workers. */
  approval_blocker: z.enum(['loan.own_request', 'loan.own_worker', 'loan.worker_inactive']).optional(),
  /** Until when the worker cannot sign an offer, because the account or the password changed; absent otherwise. */
  cooling_off_until: instant.optional(),
  /** How the code is sent that the worker's signature of an offer needs; absent if none is asked, and for staff. */
  signing_code: z.enum(['mail', 'message']).optional(),
  rejected_at: instant.nullable(),
  accepted_at: instant.nullable(),
  sent_at: instant.nullable(),
  settled_at: instant.nullable(),
  completed_at: instant.nullable(),
  /**
   * Why the order of an accepted loan is not sent yet: STP's nightly pause, or more than 10 s in the queue. Absent
   * otherwise.
   */
  payout_waits: z.enum(['night', 'queue']).optional(),
  /** True while a signed loan can be cancelled: its order is not claimed for sending. Absent otherwise. */
  cancellable: z.literal(true).optional(),
  /** What staff weigh before they decide; only for staff, and for a request, an offer or a rejected loan. */
  background: background.optional(),
})
export type LoanDetail = z.infer<typeof loanDetail>
