import { sql } from 'kysely'
import { type CheckGroup, text } from './check.ts'

/**
 * Every order that STP has is posted once; the amount in transit is exactly that of the orders neither settled nor
 * returned.
 */
const transfers: CheckGroup = {
  rows: sql`
    with booked as (
      select transfer_id,
        coalesce(sum(amount_cents) filter (where kind = 'payout_principal'), 0) as paid_out,
        sum(case when credit_account = 'stp_in_transit' then amount_cents
                 when debit_account = 'stp_in_transit' then -amount_cents else 0 end) as transit,
        sum(case when credit_account = 'stp_cash' then amount_cents
                 when debit_account = 'stp_cash' then -amount_cents else 0 end) as cash
      from ledger_entry where transfer_id is not null group by transfer_id
    )
    select transfer.id, transfer.amount_cents, transfer.state, transfer.sent_at is not null as sent,
      coalesce(booked.paid_out, 0) as paid_out, coalesce(booked.transit, 0) as transit,
      coalesce(booked.cash, 0) as cash
    from transfer left join booked on booked.transfer_id = transfer.id`,
  checks: [
    {
      name: 'payout',
      proves: 'cada orden enviada tiene su asiento, y ninguna otra',
      unit: 'cents',
      subject: text('transfer'),
      expected: sql`case when sent then amount_cents else 0 end`,
      found: sql`paid_out`,
    },
    {
      name: 'transit',
      proves: 'en camino está lo enviado que ni se liquidó ni volvió',
      unit: 'cents',
      subject: text('transfer'),
      expected: sql`case when sent and state is null then amount_cents else 0 end`,
      found: sql`transit`,
    },
    {
      name: 'settlement',
      proves: 'de STP salió el dinero de cada orden liquidada, y ningún otro',
      unit: 'cents',
      subject: text('transfer'),
      expected: sql`case when sent and state = 'LQ' then amount_cents else 0 end`,
      found: sql`cash`,
    },
  ],
}

/**
 * Every payment and every reversal is posted once. Reversals belong to a correction; those by the rules before lending.md to
 * the payment.
 */
const payments: CheckGroup = {
  rows: sql`
    with booked as (
      select coalesce(entry.payment_id, correction.payment_id) as payment_id,
        sum(case when entry.kind = 'payment' then entry.amount_cents else 0 end) as paid,
        sum(case when entry.kind = 'payment_reversed' then entry.amount_cents else 0 end) as reversed
      from ledger_entry as entry left join loan_correction as correction on correction.id = entry.correction_id
      where entry.kind in ('payment', 'payment_reversed')
      group by coalesce(entry.payment_id, correction.payment_id)
    )
    select payment.id, payment.amount_paid_cents, payment.reversed_at is not null as is_reversed,
      coalesce(booked.paid, 0) as paid, coalesce(booked.reversed, 0) as reversed
    from payment left join booked on booked.payment_id = payment.id`,
  checks: [
    {
      name: 'payment',
      proves: 'cada pago tiene su asiento',
      unit: 'cents',
      subject: text('payment'),
      expected: sql`amount_paid_cents`,
      found: sql`paid`,
    },
    {
      name: 'reversal',
      proves: 'cada pago revertido tiene su contra-asiento, y ningún otro',
      unit: 'cents',
      subject: text('payment'),
      expected: sql`case when is_reversed then amount_paid_cents else 0 end`,
      found: sql`reversed`,
    },
  ],
}

/** Checks the totals of the accounts, which also finds entries without an order, payment or loan. */
const totals: CheckGroup = {
  rows: sql`
    with booked as (
      select count(*) as entries,
        sum(case when credit_account = 'stp_cash' then amount_cents
                 when debit_account = 'stp_cash' then -amount_cents else 0 end) as cash,
        sum(case when credit_account = 'stp_in_transit' then amount_cents
                 when debit_account = 'stp_in_transit' then -amount_cents else 0 end) as transit,
        sum(case when debit_account = 'collections' then amount_cents
                 when credit_account = 'collections' then -amount_cents else 0 end) as collected
      from ledger_entry
    ), orders as (
      select sum(amount_cents) filter (where state = 'LQ') as settled,
        sum(amount_cents) filter (where state is null) as on_the_way
      from transfer where sent_at is not null
    ), paid as (
      select sum(amount_paid_cents) as amount from payment where reversed_at is null
    )
    select 0 as id, booked.entries, coalesce(booked.cash, 0) as cash, coalesce(booked.transit, 0) as transit,
      coalesce(booked.collected, 0) as collected, coalesce(orders.settled, 0) as settled,
      coalesce(orders.on_the_way, 0) as on_the_way, coalesce(paid.amount, 0) as paid
    from booked, orders, paid`,
  checks: [
    {
      name: 'cash_total',
      proves: 'lo que salió de STP son las órdenes liquidadas',
      unit: 'cents',
      subject: text('ledger'),
      expected: sql`settled`,
      found: sql`cash`,
    },
    {
      name: 'transit_total',
      proves: 'lo que va en camino son las órdenes sin liquidar',
      unit: 'cents',
      subject: text('ledger'),
      expected: sql`on_the_way`,
      found: sql`transit`,
    },
    {
      name: 'collected_total',
      proves: 'lo cobrado son los pagos registrados',
      unit: 'cents',
      subject: text('ledger'),
      expected: sql`paid`,
      found: sql`collected`,
    },
  ],
}

export const recordGroups = [transfers, payments, totals]
