import { LOAN_STATES, OPEN_STATES, PAID_OUT_STATES, PAYABLE_STATES } from '@quincena/domain/loans/rules'
import {
  EXCLUSIVE_TRANSFERS,
  MOVING_TRANSFERS,
  ORDER_PURPOSES,
  PAYING_TRANSFERS,
  TRANSFER_OUTCOMES,
  TRANSFER_STATES,
  TRANSFER_STATUSES,
  type TransferStates,
  UNRESOLVED_TRANSFERS,
  UNSENT_TRANSFERS,
} from '@quincena/domain/transfers/rules'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { createTestContext } from '../../../test/context.ts'
import type { Db } from '../../db/types.ts'
import { isTransferIn, needsReview } from './queries/transfer-predicates.ts'

let db: Db
beforeAll(async () => {
  db = (await createTestContext()).deps.db
})

/** The condition of a partial index or of a check constraint, as the live database has it. */
async function conditionOf(name: string): Promise<string> {
  const { rows } = await sql<{ condition: string }>`
    select pg_get_expr(indpred, indrelid) as condition from pg_index where indexrelid = to_regclass(${name})
    union all
    select pg_get_expr(conbin, conrelid) from pg_constraint where conname = ${name}`.execute(db)
  const [row] = rows
  if (row === undefined) throw new Error(`no condition ${name}`)
  return row.condition
}

const outcomes = [null, ...TRANSFER_OUTCOMES]
/** Every combination of the columns of an order that the conditions read. */
const combinations = TRANSFER_STATUSES.flatMap((status) =>
  outcomes.flatMap((state) => [null, '2026-11-20'].map((sent_at) => ({ status, state, sent_at }))),
)
const transfers = sql`(select status, state, sent_at::timestamptz, null::timestamptz as contested_at,
  'payout' as purpose, 1 as user_id, 1 as incoming_payment_id
  from json_to_recordset(${JSON.stringify(combinations)}) as rows (status text, state text, sent_at text)) as transfer`

/** The possible orders for which the SQL condition is true, as `status state`. */
async function ordersWhere(condition: ReturnType<typeof sql>): Promise<string[]> {
  const isPossible = sql.raw(await conditionOf('transfer_status_fits'))
  const { rows } = await sql<{ order: string }>`select distinct concat_ws(' ', status, state) as order
    from ${transfers} where ${isPossible} and ${condition} order by 1`.execute(db)
  return rows.map((row) => row.order)
}

const ordersIn = (states: TransferStates) =>
  Object.entries(states)
    .flatMap(([status, some]) => some.map((state) => (state === null ? status : `${status} ${state}`)))
    .sort()

describe('the conditions on orders in the database', () => {
  it.each([
    ['transfer_one_open', EXCLUSIVE_TRANSFERS.payout],
    ['transfer_one_moving', EXCLUSIVE_TRANSFERS.refund],
    ['transfer_one_moving', EXCLUSIVE_TRANSFERS.verification],
    ['transfer_one_return', EXCLUSIVE_TRANSFERS.return],
    ['transfer_open', UNSENT_TRANSFERS],
    ['transfer_unsent', UNSENT_TRANSFERS],
    ['transfer_in_transit', { sent: [null] }],
    ['transfer_status_fits', TRANSFER_STATES],
  ])('%s holds for exactly the states of the domain', async (name, states) => {
    expect(await ordersWhere(sql.raw(await conditionOf(name)))).toEqual(ordersIn(states))
  })

  it('transfer_review holds for exactly the orders that need a review', async () => {
    const inReview = await ordersWhere(sql.raw(await conditionOf('transfer_review')))
    expect(inReview).toEqual(ordersIn({ review: outcomes }))
    expect(inReview).toEqual(await ordersWhere(needsReview('transfer')))
  })

  it.each([
    ['unsent', UNSENT_TRANSFERS],
    ['unresolved', UNRESOLVED_TRANSFERS],
    ['moving', MOVING_TRANSFERS],
    ['paying', PAYING_TRANSFERS],
  ])('isTransferIn selects exactly the states of the %s set', async (_name, states) => {
    expect(await ordersWhere(isTransferIn('transfer', states))).toEqual(ordersIn(states))
  })

  it('loan_summary.has_open_transfer holds for exactly the orders that move or need a review', async () => {
    const { rows } = await sql<{
      text: string
    }>`select pg_get_viewdef('loan_summary'::regclass) as text`.execute(db)
    const where = /WHERE (.*)\)\) AS has_open_transfer/s.exec(rows[0]?.text ?? '')?.[1] ?? ''
    const condition = where.replace('transfer.loan_id = loan.id', 'true')
    expect(condition).toContain('transfer.contested_at IS NOT NULL')
    expect(await ordersWhere(sql.raw(condition))).toEqual(ordersIn(MOVING_TRANSFERS))
  })

  it.each([
    ['transfer_status_known', TRANSFER_STATUSES],
    ['transfer_state_known', TRANSFER_OUTCOMES],
    ['transfer_purpose_known', ORDER_PURPOSES],
  ])('%s lists the values of the domain', async (name, values) => {
    const listed = [...(await conditionOf(name)).matchAll(/'(\w+)'/g)].map(([, value]) => value)
    expect(listed).toEqual([...values])
  })
})

describe('the conditions on loans in the database', () => {
  it.each([
    ['loan_state_known', LOAN_STATES],
    ['loan_one_open', OPEN_STATES],
    ['loan_booked', PAYABLE_STATES],
    ['loan_falls_overdue', ['active']],
    ['loan_sent', PAID_OUT_STATES],
  ])('%s holds for exactly the states of the domain', async (name, states) => {
    const { rows } = await sql<{ state: string }>`
      select state from unnest(${[...LOAN_STATES, 'other']}::text[]) as loan (state), (select false as beside_another) as none
      where ${sql.raw(await conditionOf(name))}`.execute(db)
    expect(rows.map(({ state }) => state).sort()).toEqual([...states].sort())
  })
})
