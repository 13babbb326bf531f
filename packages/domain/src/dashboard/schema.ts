import { z } from 'zod'
import { money } from '../money.ts'

/** Short Spanish names of the months. */
export const MONTH_NAMES = [
  'Ene',
  'Feb',
  'Mar',
  'Abr',
  'May',
  'Jun',
  'Jul',
  'Ago',
  'Sep',
  'Oct',
  'Nov',
  'Dic',
] as const

/** Number of loans requested in a month, by status: approved, rejected, not decided. */
const month = z.object({
  name: z.enum(MONTH_NAMES),
  aceptados: z.int().nonnegative(),
  rechazados: z.int().nonnegative(),
  pendientes: z.int().nonnegative(),
})
export type DashboardMonth = z.infer<typeof month>

/** Body of the dashboard's summary: the year of its figures and charts. */
export const summaryBody = z.object({
  year: z
    .int('Selecciona un año válido')
    .min(2000, 'Selecciona un año válido')
    .max(2100, 'Selecciona un año válido'),
})

const count = z.int().nonnegative()

/** Figures of a period, by type: the number of loans requested in it and the total amount paid out in it. */
const figures = z.object({
  credit_count: count,
  advance_count: count,
  total_credit: money,
  total_advance: money,
})
export type DashboardFigures = z.infer<typeof figures>

const byType = z.object({ credit: count, advance: count })

/** The figures of the staff dashboard. */
export const dashboardSummary = figures.extend({
  u2_users: z.int().nonnegative(),
  loans: z.int().nonnegative(),
  graph_data: z.object({
    credits: z.array(month).length(12),
    advances: z.array(month).length(12),
    documentation_data: z
      .array(z.object({ name: z.enum(['Con documentos', 'Sin documentos']), value: z.int().nonnegative() }))
      .length(2),
  }),
  /** This month up to today and last month up to the same day, independent of the chosen year. */
  months: z.object({ current: figures, previous: figures }),
  /** Numbers of items that wait for staff. */
  attention: z.object({
    requests: byType,
    overdue: byType,
    returned_payouts: byType,
    /** Offers of advances that nobody can sign before staff accept the worker's documents. */
    unreviewed_advances: count,
    transfers_in_review: count,
    /** Received money that STP confirmed, with a loan that takes payments, and our own money that came back. */
    to_register: count,
    /** Received money of which nobody knows what it is for, and the calendar days since the oldest arrived. */
    unidentified: z.object({ count, oldest_days: count }),
    /** Received money that STP took back although it is used. */
    claims: count,
    /** Current accounts of workers that the bank says belong to somebody else, and those without an answer. */
    accounts: z.object({ mismatch: count, unanswered: count }),
    late_proofs: count,
    rejected_proofs: count,
    /** A difference of the balance at STP that lasts, and movements at STP that nobody has explained. */
    balance: z.object({ open_cases: count, suspense: count }),
  }),
})
export type DashboardSummary = z.infer<typeof dashboardSummary>
