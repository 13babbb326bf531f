import { sql } from 'kysely'
import { type CheckGroup, text } from './check.ts'

/**
 * SQL: the money of an order that returned received money left STP by that money's own entries, because STP had refused
 * the order.
 */
export const isTakenOut = sql`(transfer.purpose = 'return' and exists (
  select from incoming_payment as returned
  where returned.id = transfer.incoming_payment_id and returned.stp_return_booked_at is not null))`

/**
 * Money that STP took back: all of it left the account at STP once, and our claim is what is still used of it and no
 * worker owes instead. Other money has no claim.
 */
export const claims: CheckGroup = {
  rows: sql`
    with booked as (
      select incoming_payment_id,
        coalesce(sum(case 'suspense' when debit_account then amount_cents when credit_account then -amount_cents end), 0)
          as claim,
        coalesce(sum(amount_cents) filter (where kind in ('receipt_reversed', 'stp_claim')), 0) as gone
      from ledger_entry
      where incoming_payment_id is not null and (kind = 'receipt_reversed' or 'suspense' in (debit_account, credit_account))
      group by incoming_payment_id
    ), used as (
      select incoming_payment_id, sum(amount) as amount
      from (
        select incoming_payment_id, amount_paid_cents as amount from payment
        where incoming_payment_id is not null and reversed_at is null
        union all
        select incoming_payment_id, amount_cents from incoming_payment_credit where undone_at is null
        union all
        select incoming_payment_id, amount_cents from cash_movement where incoming_payment_id is not null
        union all
        select incoming_payment_id, -amount_cents from suspense_charge
      ) as use group by incoming_payment_id
    )
    select receipt.id, coalesce(booked.claim, 0) as claim, coalesce(booked.gone, 0) as gone, receipt.suspense_cents as kept,
      case when receipt.stp_return_booked_at is not null then coalesce(used.amount, 0) else 0 end as still_used,
      case when receipt.stp_return_booked_at is not null then receipt.amount_cents else 0 end as taken
    from incoming_payment as receipt
    left join booked on booked.incoming_payment_id = receipt.id
    left join used on used.incoming_payment_id = receipt.id`,
  checks: [
    {
      name: 'claim',
      proves:
        'de lo que STP se llevó está por aclarar lo que sigue usado y nadie debe; de los demás abonos, nada',
      unit: 'cents',
      subject: text('incoming_payment'),
      expected: sql`greatest(still_used, 0)`,
      found: sql`claim`,
    },
    {
      name: 'claim_gone',
      proves: 'lo que STP se llevó salió entero y una vez de la cuenta en STP',
      unit: 'cents',
      subject: text('incoming_payment'),
      expected: sql`taken`,
      found: sql`gone`,
    },
    {
      name: 'claim_kept',
      proves: 'lo que el abono dice que está por aclarar es lo que dice el libro',
      unit: 'cents',
      subject: text('incoming_payment'),
      expected: sql`claim`,
      found: sql`kept`,
    },
  ],
}
