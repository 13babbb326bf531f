import { sql } from 'kysely'
import { type CheckGroup, text } from './check.ts'

/** The lender's own movements at STP beside their accounts. Claims of received money are in suspense too. */
export const ownMovements: CheckGroup = {
  rows: sql`
    with booked as (
      select
        coalesce(sum(case 'funding' when credit_account then amount_cents when debit_account then -amount_cents end), 0)
          as funding,
        coalesce(sum(case 'stp_fees' when debit_account then amount_cents when credit_account then -amount_cents end), 0)
          as fees,
        coalesce(sum(case 'suspense' when credit_account then amount_cents when debit_account then -amount_cents end)
          filter (where incoming_payment_id is null), 0) as suspense
      from ledger_entry
      where debit_account in ('funding', 'stp_fees', 'suspense') or credit_account in ('funding', 'stp_fees', 'suspense')
    ), movements as (
      select
        coalesce(sum(amount_cents) filter (where kind in ('opening', 'deposit', 'withdrawal')), 0) as funding,
        coalesce(-sum(amount_cents) filter (where kind = 'fee'), 0) as fees,
        coalesce(sum(amount_cents) filter (where kind = 'unknown'), 0)
          - coalesce(sum(amount_cents) filter (where settles_id is not null), 0) as unknown
      from cash_movement
    )
    select 0 as id, booked.funding, booked.fees, booked.suspense,
      movements.funding as recorded_funding, movements.fees as recorded_fees,
      movements.unknown as unexplained
    from booked, movements`,
  checks: [
    {
      name: 'funding_total',
      proves: 'lo que el prestamista puso y sacó de STP son su saldo inicial, sus depósitos y sus retiros',
      unit: 'cents',
      subject: text('ledger'),
      expected: sql`recorded_funding`,
      found: sql`funding`,
    },
    {
      name: 'fees_total',
      proves: 'las comisiones de STP son las registradas',
      unit: 'cents',
      subject: text('ledger'),
      expected: sql`recorded_fees`,
      found: sql`fees`,
    },
    {
      name: 'suspense_total',
      proves: 'de los movimientos de STP está por aclarar lo que nadie ha dicho qué fue',
      unit: 'cents',
      subject: text('ledger'),
      expected: sql`unexplained`,
      found: sql`suspense`,
    },
  ],
}
