import { z } from 'zod'
import { AGES, type Age } from '../collections/ageing.ts'
import { day, id, instant } from '../fields.ts'
import { money } from '../money.ts'

/** The ages of late loans, and `current` for what is not late. */
export const OWED_AGES = ['current', 'late_1', 'late_8', 'late_31', 'late_61', 'late_91'] as const
export type OwedAge = (typeof OWED_AGES)[number]

/** The late ages, whose days are those of the list of due and late loans. */
export const LATE_AGES: readonly Age[] = AGES.filter((age) => age.startsWith('late_'))

/** Companies with a bar of their own; the others are one. */
export const CHARTED_COMPANIES = 8

/** Weeks of the chart of approval times, the current one included. */
export const CHARTED_WEEKS = 8

/** Due dates of the chart of what falls due. */
export const CHARTED_DUE_DATES = 12

/** What loans in force have to pay on a due date. */
const dueDate = z.object({ due_date: day, amount: money, loans: z.int().positive() })
export type DueDate = z.infer<typeof dueDate>

/** What falls due on the next due dates, as last counted; a payment since then is not in it. */
const fallingDue = z.object({
  counted_at: instant.nullable(),
  dates: z.array(dueDate).max(CHARTED_DUE_DATES),
})
export type FallingDue = z.infer<typeof fallingDue>

/** What the workers of a company owe by age; without an id those of the other companies, or of none. */
const owedByCompany = z.object({
  company: z.object({ id: id.nullable(), name: z.string() }),
  owed: z.record(z.enum(OWED_AGES), money),
})
export type OwedByCompany = z.infer<typeof owedByCompany>

/** Hours from the request of a credit to its approval, of the approvals of a week; null without any. */
const approvalWeek = z.object({
  /** The Monday. */
  week: day,
  count: z.int().nonnegative(),
  median_hours: z.number().nonnegative().nullable(),
  p90_hours: z.number().nonnegative().nullable(),
})
export type ApprovalWeek = z.infer<typeof approvalWeek>

/** The charts of the staff dashboard beside those of its summary. */
export const dashboardCharts = z.object({
  owed: z.array(owedByCompany),
  falling_due: fallingDue,
  approvals: z.array(approvalWeek).length(CHARTED_WEEKS),
})
export type DashboardCharts = z.infer<typeof dashboardCharts>
