import { z } from 'zod'
import { id } from '../fields.ts'
import { formatMoney } from '../format.ts'
import { type Cents, money } from '../money.ts'
import { NEGATIVE_LIMIT, typedLimit } from '../typed-limit.ts'

const cents = z.int().nonnegative()

/**
 * Above which amounts one person is not enough, in centavos: `approval` for one loan, the others for the loans of a
 * calendar day in Mexico City. `companies` has the limits of one loan that differ from `approval`.
 */
export const loanLimits = z.object({
  approval: cents.default(5_000_000),
  per_approver: cents.default(30_000_000),
  per_company: cents.default(100_000_000),
  per_lender: cents.default(500_000_000),
  companies: z.array(z.object({ company: id, approval: cents })).default([]),
})
export type LoanLimits = z.infer<typeof loanLimits>

/** The limits until they are changed. */
export const DEFAULT_LOAN_LIMITS: LoanLimits = loanLimits.parse({})

const newLimit = money.refine((amount) => amount >= 0, NEGATIVE_LIMIT)
const amounts = {
  approval: newLimit,
  per_approver: newLimit,
  per_company: newLimit,
  per_lender: newLimit,
  companies: z
    .array(z.object({ company: id, approval: newLimit }))
    .max(1000)
    .refine(
      (rows) => new Set(rows.map(({ company }) => company)).size === rows.length,
      'Cada empresa va una vez',
    ),
}

/** The limits of loans and, to change them, the version that was edited: 0 until they are first changed. */
export const loanLimitsBody = z.object({ ...amounts, version: cents })
export type LoanLimitsBody = z.infer<typeof loanLimitsBody>

/** The limits as staff read them: each company with its name. */
export const loanLimitsAnswer = loanLimitsBody.extend({
  companies: z.array(z.object({ company: id, approval: money, name: z.string() })),
})
export type LoanLimitsAnswer = z.infer<typeof loanLimitsAnswer>

/** The limits that are the same for all companies, in the order of the form. */
export const LENDER_LIMITS = ['approval', 'per_approver', 'per_company', 'per_lender'] as const
export type LenderLimit = (typeof LENDER_LIMITS)[number]

/** Their names on the screens. */
export const lenderLimitNames: Record<LenderLimit, string> = {
  approval: 'Por solicitud',
  per_approver: 'Al día por quien aprueba',
  per_company: 'Al día por empresa',
  per_lender: 'Al día en total',
}

const typed = typedLimit('Escribe un monto; con 0 siempre hacen falta dos personas')

/** The fields of the form that changes them, as typed. */
export const loanLimitsForm = z.object({
  approval: typed,
  per_approver: typed,
  per_company: typed,
  per_lender: typed,
})

/** The fields of the form that gives a company its own limit, as typed. */
export const companyLimitForm = z.object({
  company: z.string().min(1, 'Elige una empresa'),
  approval: typed,
})

/** The most centavos of one loan that one person approves for a company; null: a worker without a company. */
export function approvalLimit({ approval, companies }: LoanLimits, company_id: number | null): Cents {
  return companies.find(({ company }) => company === company_id)?.approval ?? approval
}

/** True if an amount of money needs a second person. At the limit one person is enough. */
export const isAboveLimit = (amount: Cents, limit: Cents): boolean => amount > limit

/** What was approved, or accepted, before on the same day, in centavos. */
export interface DaySums {
  approver: Cents
  company: Cents
  lender: Cents
}

const over = (sum: Cents, amount: Cents, limit: Cents) => isAboveLimit(sum + amount, limit)

/** Says in Spanish which limit of the day a loan would exceed, or returns null. */
export function exceededDayLimit(
  { per_approver, per_company, per_lender }: LoanLimits,
  amount: Cents,
  sums: DaySums,
): string | null {
  if (over(sums.approver, amount, per_approver))
    return `${formatMoney(per_approver)} al día por quien aprueba`
  if (over(sums.company, amount, per_company)) return `${formatMoney(per_company)} al día por empresa`
  return over(sums.lender, amount, per_lender) ? `${formatMoney(per_lender)} al día en total` : null
}

/**
 * True if a second approving person, who approved loans of `before` centavos today, may not approve another one of
 * `amount`. The first loan of their day is always allowed, or nobody could approve one above the limit; a limit of 0,
 * with which two people approve every loan, limits no second one.
 */
export function isAboveApproverDay({ per_approver }: LoanLimits, amount: Cents, before: Cents): boolean {
  return per_approver > 0 && before > 0 && over(before, amount, per_approver)
}

/** Says in Spanish which limit one person would exceed by approving a loan, or returns null. */
export function exceededLimit(
  limits: LoanLimits,
  loan: { amount: Cents; company_id: number | null },
  sums: DaySums,
): string | null {
  const approval = approvalLimit(limits, loan.company_id)
  if (isAboveLimit(loan.amount, approval)) return `${formatMoney(approval)} por solicitud`
  return exceededDayLimit(limits, loan.amount, sums)
}
