import { z } from 'zod'
import { day, flag, id, idText, instant } from '../fields.ts'
import { money } from '../money.ts'
import { listQuery } from '../page.ts'
import { payment } from '../payments/schema.ts'
import { user } from '../users/schema.ts'
import { LOAN_STATES, LOAN_TYPES } from './rules.ts'

export const loanType = z.enum(LOAN_TYPES, 'Elige crédito o anticipo')
const loanState = z.enum(LOAN_STATES)
export const loanStatus = z.enum(['INA', 'APP', 'REJ'])
export const activeStatus = z.enum(['INA', 'APP', 'ALR', 'FIN', 'REJ', 'DEL'])

/** One instalment of a schedule. */
export const installment = z.object({
  number: z.int().positive(),
  due_date: day,
  payment: money,
  principal: money,
  interest: money,
  balance: money,
  paid: z.boolean(),
})
export type Installment = z.infer<typeof installment>

const borrower = z.object({
  id,
  first_name: z.string(),
  last_name: z.string(),
  company_name: z.string().nullable(),
  company_commission: money.nullable(),
})

/** A loan as lists show it. */
export const loanListItem = z.object({
  id,
  folio: z.string(),
  user: borrower,
  type: loanType,
  state: loanState,
  status: loanStatus,
  active_status: activeStatus,
  status_color: z.enum(['warning', 'success', 'error']),
  accepted: z.boolean(),
  approved: z.boolean(),
  rejected: z.boolean(),
  completed: z.boolean(),
  disbursing: z.boolean(),
  payout_returned: z.boolean(),
  amount: money,
  /** The contract's total; it stays. */
  total_debt: money,
  final_value: money,
  /** What is owed now: 0 until the money is sent. */
  amount_due: money,
  monthly_payment: money.nullable(),
  interest_rate: z.number(),
  commission: money,
  /** `6 meses`, `5 días`. */
  period: z.string(),
  /** Instalments: the months of a credit, 1 of an advance. */
  installments: z.int().positive(),
  payments_count: z.int().nonnegative(),
  suggested_payment: money,
  payment_deadline: day.nullable(),
  next_payment_date: day.nullable(),
  created_at: instant,
})
export type LoanListItem = z.infer<typeof loanListItem>

/** The account the money goes to, as much of it as a screen may show. */
export const receivingAccount = z.object({
  bank: z.string().nullable(),
  bank_name: z.string(),
  account_last4: z.string(),
  account_type: z.union([z.literal(40), z.literal(3)]),
})
export type ReceivingAccount = z.infer<typeof receivingAccount>

/** The person who asks, as the staff's detail shows them. */
const applicant = user.omit({ consents: true, notifications: true, hasDocuments: true, loans: true })

/** `GET /loan/{id}`. */
export const loanDetail = loanListItem.extend({
  user: applicant,
  company_name: z.string().nullable(),
  payments: z.array(payment),
  schedule: z.array(installment),
  /** A percentage with one decimal; null reads «No aplica». */
  cat: z.number().nullable(),
  tax_rate: z.number(),
  rejection_reason: z.string().nullable(),
  receiving_account: receivingAccount.nullable(),
  /** The last day on which the offer may be accepted; null when it is no offer. */
  offer_expires_on: day.nullable(),
  approved_at: instant.nullable(),
  rejected_at: instant.nullable(),
  accepted_at: instant.nullable(),
  sent_at: instant.nullable(),
  settled_at: instant.nullable(),
  completed_at: instant.nullable(),
  /** A signed loan whose order is not sent yet: in STP's nightly pause, or because payouts wait. */
  payout_waits: z.enum(['night', 'queue']).optional(),
})
export type LoanDetail = z.infer<typeof loanDetail>

export const loanQuery = listQuery([
  'created_at',
  'amount',
  'total_debt',
  'amount_due',
  'interest_rate',
  'status',
  'next_payment_date',
  'folio',
]).extend({
  type: loanType.optional(),
  status: loanStatus.optional(),
  active_status: activeStatus.optional(),
  user__id: idText.optional(),
  company: idText.optional(),
  /** Only what is asked for, offered or in force, or what has ended. */
  open: flag.optional(),
})

/** `GET /loan/account/{id}`: the loans in force of an account. */
export const account = z.object({ id, loans: z.array(loanListItem) })
export type Account = z.infer<typeof account>
