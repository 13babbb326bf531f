import { z } from 'zod'
import { day, flag, id, idList, idText, instant } from '../fields.ts'
import { money } from '../money.ts'
import { dayRange, inDayOrder, listQuery, pageOf } from '../page.ts'
import { FREQUENCIES } from './frequency.ts'
import { LOAN_STATES, LOAN_TYPES } from './rules.ts'
import { SITUATIONS } from './situations.ts'

/** The type of a loan: `credit` or `advance`. */
export const loanType = z.enum(LOAN_TYPES, 'Elige crédito o anticipo')
const loanState = z.enum(LOAN_STATES)
/**
 * A loan's status in the API: requested (`INA`), approved or later (`APP`), rejected, declined, expired or cancelled
 * (`REJ`).
 */
export const loanStatus = z.enum(['INA', 'APP', 'REJ'])
/**
 * A loan's active status in the API: up to date (`ALR`), overdue (`DEL`), completed (`FIN`). Filters accept the other
 * codes of the specification too; no loan has them.
 */
export const activeStatus = z.enum(['INA', 'APP', 'ALR', 'FIN', 'REJ', 'DEL'])

/**
 * One installment of a schedule. `tax` is VAT on top of the interest, missing where the price contains it. `balance` is
 * the principal that remains after it.
 */
export const installment = z.object({
  number: z.int().positive(),
  due_date: day,
  payment: money,
  principal: money,
  interest: money,
  tax: money.optional(),
  balance: money,
  paid: z.boolean(),
})
export type Installment = z.infer<typeof installment>

/** The amount that keeps a loan from being late, and the last day to pay it (lending.md §4). */
const toPay = z.object({ by: day, amount: money })

/** The worker of a loan, as lists show it. */
const borrower = z.object({
  id,
  first_name: z.string(),
  last_name: z.string(),
  company_name: z.string().nullable(),
  company_commission: money.nullable(),
})

/** A loan in a list. `interest_rate` is an annual fraction. */
export const loanListItem = z.object({
  id,
  folio: z.string(),
  /** The id of an imported loan in the former system; absent for any other loan. */
  former_id: z.string().optional(),
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
  /**
   * True while nobody is sure that the worker has the money: the payout came back, or one of its orders is in review.
   * Nothing falls due meanwhile.
   */
  in_clarification: z.boolean(),
  /** An admin may delete it: it never had an STP order, and no document belongs to it. Absent otherwise. */
  deletable: z.literal(true).optional(),
  /**
   * How many of the five documents of the person who asked staff have not accepted; only for staff, and of a loan that
   * waits for them.
   */
  documents_open: z.int().positive().optional(),
  amount: money,
  /** The contract's total; it never changes. */
  total_debt: money,
  final_value: money,
  /** What the worker owes now; 0 until the payout is sent. */
  amount_due: money,
  monthly_payment: money.nullable(),
  interest_rate: z.number(),
  commission: money,
  /** The term: `6 meses`, `5 días`. */
  period: z.string(),
  /** Number of installments: the months of a credit, 1 for an advance. */
  installments: z.int().positive(),
  frequency: z.enum(FREQUENCIES),
  payments_count: z.int().nonnegative(),
  /** The smaller of `to_pay` and payoff. */
  suggested_payment: money,
  /** Null if nothing is owed, and in clarification. */
  to_pay: toPay.nullable(),
  /** What is missing to cover the installments due before today; 0 in clarification. */
  overdue: money,
  /**
   * What the employer deducts per pay date; of an advance, on its due date. Null if nothing is deducted: the loan is
   * closed, its payout came back, or it is in clarification.
   */
  deduction: money.nullable(),
  payment_deadline: day.nullable(),
  next_payment_date: day.nullable(),
  /** Last day on which the worker may accept the offer; null if the loan is not an offer. */
  offer_expires_on: day.nullable(),
  /** Days since the first uncovered due date of a late loan; 0 for any other. */
  days_late: z.int().nonnegative(),
  created_at: instant,
  /** Null if the request never became an offer. */
  approved_at: instant.nullable(),
})
export type LoanListItem = z.infer<typeof loanListItem>

/** What staff see of a loan; `SITUATIONS` says more. */
export const loanSituation = z.enum(SITUATIONS, 'Elige una situación válida')

/** A page of loans; for staff with the number of loans in each situation under the other filters. */
export const loanPage = pageOf(loanListItem).extend({
  situations: z.partialRecord(loanSituation, z.int().positive()).optional(),
})

/** The query of a list of loans, whose export has other fields for the page. `from` and `to` are days of creation. */
export const loanFilters = listQuery([
  'created_at',
  'amount',
  'total_debt',
  'amount_due',
  'interest_rate',
  'status',
  'next_payment_date',
  'days_late',
  'folio',
]).extend({
  ...dayRange,
  type: loanType.optional(),
  status: loanStatus.optional(),
  active_status: activeStatus.optional(),
  user__id: idText.optional(),
  /** Selects loans by id, under the other filters. */
  id__in: idList.optional(),
  company: idText.optional(),
  situation: loanSituation.optional(),
  /** True selects the loans whose payout came back and was not sent again. */
  payout_returned: flag.optional(),
  /** Loans that cannot go on before staff accept the five documents of the person who asked. */
  documents_unreviewed: flag.optional(),
  /** True selects the loans in clarification, false the others. */
  in_clarification: flag.optional(),
  /** True selects requests, offers and loans in force; false selects the closed ones. */
  open: flag.optional(),
})

/** Query of `GET /loan/`. */
export const loanQuery = inDayOrder(loanFilters)

/** Answer of `GET /loan/account/{id}`: the worker's loans in force. */
export const account = z.object({ id, loans: z.array(loanListItem) })
export type Account = z.infer<typeof account>
