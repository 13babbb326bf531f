import { businessDay, type Day } from '@quincena/domain/dates'
import { type Direction, FLOW_ORDER, type Flow, flowOf } from '@quincena/domain/treasury/flows'
import type { TreasuryDay } from '@quincena/domain/treasury/schema'
import { sql } from 'kysely'
import type { Db } from '../../../db/types.ts'
import { readCheckedBalance } from './checked-balance.ts'
import { allTotals, inSnapshot, readMark } from './kept-totals.ts'

interface Total {
  count: number
  amount: number
}

interface KindTotal extends Total {
  is_transit: boolean
  kind: string
  direction: Direction
}

interface Openings {
  cash: number
  transit: number
}

const none: Total = { count: 0, amount: 0 }
const add = (totals: readonly Total[]): Total =>
  totals.reduce((sum, { count, amount }) => ({ count: sum.count + count, amount: sum.amount + amount }), none)

/** Totals by flow, without the flows that the day has none of. */
function flowsOf(totals: readonly KindTotal[]): ({ flow: Flow } & Total)[] {
  return FLOW_ORDER.map((flow) => ({
    flow,
    ...add(totals.filter(({ kind, direction }) => flowOf(kind, direction) === flow)),
  })).filter(({ count }) => count > 0)
}

const amountOf = (totals: readonly KindTotal[], direction: Direction) =>
  add(totals.filter((total) => total.direction === direction)).amount

/** SQL of the accounts on which money is on its way to or from the account at STP. */
const transit = sql`('stp_in_transit', 'refund_in_transit')`

/**
 * A day of the account at STP by the ledger, in centavos. A movement is of the day on which it was booked, in Mexico
 * City. Opening, what was received and paid, and closing add up by construction.
 */
export function readDay(db: Db, day: Day, now: Temporal.Instant): Promise<TreasuryDay> {
  return inSnapshot(db, async (snapshot) => {
    const { through_id, checked_at, wrong_totals } = await readMark(snapshot)
    const totals = allTotals(through_id)
    const opening = await sql<Openings>`
      select coalesce(sum(debit - credit) filter (where account = 'stp_cash'), 0) as cash,
        coalesce(sum(credit - debit) filter (where account in ${transit}), 0) as transit
      from ${totals} as total where day < ${day}`.execute(snapshot)
    const moved = await sql<KindTotal>`
      select account <> 'stp_cash' as is_transit, kind, side.direction,
        sum(side.amount) as amount, sum(entries) as count
      from ${totals} as total
      cross join lateral (values ('in', debit), ('out', credit)) as side (direction, amount)
      where day = ${day} and (account = 'stp_cash' or account in ${transit}) and side.amount > 0
      group by 1, 2, 3`.execute(snapshot)
    const [{ cash, transit: on_the_way } = { cash: 0, transit: 0 }] = opening.rows
    const atStp = moved.rows.filter(({ is_transit }) => !is_transit)
    const underway = moved.rows.filter(({ is_transit }) => is_transit)
    const [received, paid] = [amountOf(atStp, 'in'), amountOf(atStp, 'out')]
    const ordered = add(underway.filter(({ direction }) => direction === 'out'))
    const left = add(underway.filter(({ direction }) => direction === 'in'))
    return {
      ...{ day, today: businessDay(now), opening: cash, received, paid, closing: cash + received - paid },
      flows: flowsOf(atStp),
      transit: {
        ...{ opening: on_the_way, ordered, left },
        closing: on_the_way + ordered.amount - left.amount,
      },
      check: await readCheckedBalance(snapshot, day),
      ...{ totals_checked_at: checked_at, wrong_totals },
    }
  })
}
