import { z } from 'zod'
import { day, id, instant } from '../fields.ts'
import { LOAN_TYPES } from '../loans/rules.ts'
import { cents, pesos } from '../money.ts'
import { listQuery } from '../page.ts'
import { ACCOUNT_ORDER } from './accounts.ts'
import { BALANCE_VERDICTS } from './balance-check.ts'
import { FLOW_ORDER } from './flows.ts'

const count = z.int().nonnegative()
/** Codec between pesos in JSON and centavos in code without the limit of `money`: totals of years are greater. */
const money = z.codec(z.number(), z.int(), { decode: cents, encode: pesos })

/** The days of a trial balance or of a list of movements, both included. */
export const daysQuery = z.object({ from: day, to: day }).refine(({ from, to }) => from <= to, {
  path: ['to'],
  error: 'La fecha final debe ser posterior a la inicial',
})

const balanceLine = z.object({
  account: z.enum(ACCOUNT_ORDER),
  /** Debits less credits before the first day; negative if the credits are greater. */
  opening: money,
  debits: money,
  credits: money,
  closing: money,
})

/** What each account of the ledger held, received and gave in a time. Openings and closings add up to 0. */
export const trialBalance = z.object({
  from: day,
  to: day,
  lines: z.array(balanceLine),
  total: balanceLine.omit({ account: true }),
  /** The last nightly check of the kept totals, and how many of them were wrong. */
  totals_checked_at: instant.nullable(),
  wrong_totals: count,
})
export type TrialBalance = z.output<typeof trialBalance>

const flowTotal = z.object({ flow: z.enum(FLOW_ORDER), count, amount: money })

/** What STP said of the account at its last check of a day, and how far the books are from it. */
const checkedBalance = z.object({
  /** STP's balance without its pending charges. */
  balance: money,
  /** What the books said at that moment, without the orders that STP has not settled. */
  booked: money,
  difference: money,
  verdict: z.enum(BALANCE_VERDICTS),
  checked_at: instant,
})
export type CheckedBalance = z.output<typeof checkedBalance>

/** A day of the account at STP, by the ledger: what it began with, received, paid and ended with. */
export const treasuryDay = z.object({
  day,
  today: day,
  opening: money,
  received: money,
  paid: money,
  closing: money,
  /** The movements of the day by flow, without those that it has none of. */
  flows: z.array(flowTotal),
  /** Money that orders took from other accounts and STP has not settled. */
  transit: z.object({
    opening: money,
    ordered: flowTotal.omit({ flow: true }),
    left: flowTotal.omit({ flow: true }),
    closing: money,
  }),
  /** The last check of the day with STP; null if there was none. */
  check: checkedBalance.nullable(),
  totals_checked_at: instant.nullable(),
  wrong_totals: count,
})
export type TreasuryDay = z.output<typeof treasuryDay>

/** What a list of movements shows: a flow of the account at STP, all of one direction, or money on its way. */
export const MOVEMENT_SETS = [
  ...FLOW_ORDER,
  ...(['in', 'out', 'ordered', 'left', 'in_transit'] as const),
] as const
export type MovementSet = (typeof MOVEMENT_SETS)[number]

const movementFilters = {
  from: day,
  to: day,
  /** Without it: every movement of the account at STP. */
  set: z.enum(MOVEMENT_SETS, 'Ese grupo no existe').optional(),
}
/** Query of the movements at STP of some days, oldest first. */
export const movementsQuery = listQuery([], 20).omit({ ordering: true, search: true }).extend(movementFilters)

/** A ledger entry of the account at STP or of money on its way, with what caused it. */
export const cashMovement = z.object({
  id,
  created_at: instant,
  kind: z.string(),
  /** Positive if the account at STP grows; of money on its way, if more is on its way. */
  amount: money,
  /** Whose money it is: the worker, or the payer of received money. */
  person: z.string().nullable(),
  tracking_key: z.string().nullable(),
  loan: z.object({ id, type: z.enum(LOAN_TYPES), folio: z.string() }).nullable(),
  transfer: id.nullable(),
  incoming_payment: id.nullable(),
  /** What staff wrote about a movement of the lender's own money. */
  note: z.string().nullable(),
})
export type CashMovement = z.output<typeof cashMovement>
