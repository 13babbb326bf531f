import { sql } from 'kysely'
import type { LedgerAccount } from '../../../db/treasury-types.ts'
import { verifiedAccounts } from './accounts.ts'
import { type CheckGroup, text } from './check.ts'
import { isTakenOut } from './claims.ts'
import { ownMovements } from './own-movements.ts'

/**
 * Every order that STP has is posted once; the amount in transit is exactly that of the orders neither settled nor
 * returned.
 */
const transfers: CheckGroup = {
  rows: sql`
    with booked as (
      select transfer_id,
        coalesce(sum(amount_cents) filter (where kind in
          ('payout_principal', 'refund', 'verification', 'receipt_return')), 0) as paid_out,
        sum(case when credit_account in ('stp_in_transit', 'refund_in_transit') then amount_cents else 0 end
          - case when debit_account in ('stp_in_transit', 'refund_in_transit') then amount_cents else 0 end) as transit,
        bool_or(kind in ('refund_reversed', 'receipt_return_reversed')) as is_back,
        sum(case when credit_account = 'stp_cash' then amount_cents
                 when debit_account = 'stp_cash' then -amount_cents else 0 end) as cash
      from ledger_entry where transfer_id is not null group by transfer_id
    )
    select transfer.id, transfer.amount_cents, transfer.state, transfer.status, transfer.sent_at is not null as sent,
      -- The money of a refund or return is set apart when it is ordered, until it is refused or comes back.
      -- A duplicate is booked as settled at once, apart from its loan.
      (transfer.sent_at is not null and transfer.status <> 'duplicate')
        or transfer.purpose in ('refund', 'return') as booked,
      ${isTakenOut} as is_taken_out, coalesce(booked.is_back, false) as is_back,
      coalesce(booked.paid_out, 0) as paid_out, coalesce(booked.transit, 0) as transit,
      coalesce(booked.cash, 0) as cash
    from transfer left join booked on booked.transfer_id = transfer.id`,
  checks: [
    {
      name: 'payout',
      proves: 'cada orden enviada, o con dinero apartado, tiene su asiento, y ninguna otra',
      unit: 'cents',
      subject: text('transfer'),
      expected: sql`case when booked then amount_cents else 0 end`,
      found: sql`paid_out`,
    },
    {
      name: 'transit',
      proves: 'en camino está lo enviado que ni se liquidó ni volvió',
      unit: 'cents',
      subject: text('transfer'),
      expected: sql`case when booked and state is null and status <> 'failed' and not is_back then amount_cents else 0 end`,
      found: sql`transit`,
    },
    {
      name: 'settlement',
      proves: 'de STP salió el dinero de cada orden liquidada, y ningún otro',
      unit: 'cents',
      subject: text('transfer'),
      expected: sql`case when sent and state = 'LQ' and not is_taken_out then amount_cents else 0 end`,
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

/** SQL of the balance of an account that is debited when it grows. */
const debitOf = (account: LedgerAccount) =>
  sql`coalesce(sum(case ${sql.lit(account)} when debit_account then amount_cents when credit_account then -amount_cents end), 0)`

/** Of every centavo that was received it is known what it paid, to whom it was given, or that it waits. */
const receipts: CheckGroup = {
  rows: sql`
    with booked as (
      select incoming_payment_id, ${debitOf('unapplied_receipts')} * -1 as unapplied
      from ledger_entry where incoming_payment_id is not null group by incoming_payment_id
    ), paid as (
      select incoming_payment_id, sum(amount_paid_cents) as amount
      from payment where incoming_payment_id is not null and reversed_at is null group by incoming_payment_id
    ), given_back as (
      -- Set apart for the sender, or taken by an order that STP had refused and paid.
      select incoming_payment_id, sum(amount_cents) as amount
      from transfer
      where purpose = 'return' and (
        not exists (select from ledger_entry
          where transfer_id = transfer.id and kind = 'receipt_return_reversed')
        or (state = 'LQ' and exists (select from ledger_entry
          where transfer_id = transfer.id and kind = 'receipt_return_settled'
            and debit_account = 'unapplied_receipts')))
      group by incoming_payment_id
    ), given as (
      select incoming_payment_id, sum(amount_cents) as amount
      from incoming_payment_credit where undone_at is null group by incoming_payment_id
    ), deposited as (
      select incoming_payment_id, sum(amount_cents) as amount
      from cash_movement where incoming_payment_id is not null group by incoming_payment_id
    )
    select receipt.id, receipt.unapplied_cents, coalesce(booked.unapplied, 0) as unapplied,
      case when receipt.booked_at is not null and receipt.stp_return_booked_at is null
        then receipt.amount_cents - coalesce(paid.amount, 0) - coalesce(given.amount, 0)
          - coalesce(given_back.amount, 0) - coalesce(deposited.amount, 0) else 0 end as expected
    from incoming_payment as receipt
    left join booked on booked.incoming_payment_id = receipt.id
    left join paid on paid.incoming_payment_id = receipt.id
    left join given on given.incoming_payment_id = receipt.id
    left join given_back on given_back.incoming_payment_id = receipt.id
    left join deposited on deposited.incoming_payment_id = receipt.id`,
  checks: [
    {
      name: 'unapplied',
      proves:
        'de cada abono queda por aplicar lo que no pagó, ni se abonó a un trabajador, ni se devolvió, ni era un depósito propio',
      unit: 'cents',
      subject: text('incoming_payment'),
      expected: sql`expected`,
      found: sql`unapplied`,
    },
    {
      name: 'unapplied_kept',
      proves: 'lo que el abono dice que queda es lo que dice el libro',
      unit: 'cents',
      subject: text('incoming_payment'),
      expected: sql`unapplied`,
      found: sql`unapplied_cents`,
    },
  ],
}

/** What the lender and each worker owe each other beside the loans. */
const workers: CheckGroup = {
  rows: sql`
    with booked as (
      select user_id, ${debitOf('worker_balance')} * -1 as balance, ${debitOf('worker_receivable')} as receivable
      from ledger_entry where user_id is not null group by user_id
    ), paid as (
      select user_id, sum(case when reversed_at is null then remainder_cents else 0 end) as remainder,
        sum(case when reversed_at is null and from_balance then amount_paid_cents else 0 end) as used,
        sum(case when owed_by_worker then amount_paid_cents - remainder_cents else 0 end) as owed
      from payment where remainder_cents > 0 or from_balance or owed_by_worker group by user_id
    ), given as (
      select user_id, sum(amount_cents) as amount
      from incoming_payment_credit where undone_at is null group by user_id
    ), refunds as (
      select user_id, sum(amount_cents) filter (where not is_back) as refunded,
        sum(amount_cents) filter (where is_back and state = 'LQ') as paid_twice
      from (
        select *, exists (select from ledger_entry
          where transfer_id = transfer.id and kind = 'refund_reversed') as is_back
        from transfer where purpose = 'refund'
      ) as refund group by user_id
    ), duplicates as (
      select loan.user_id, sum(transfer.amount_cents) as amount
      from transfer join loan on loan.id = transfer.loan_id
      where transfer.status = 'duplicate' and transfer.state = 'LQ' group by loan.user_id
    ), settled_apart as (
      select user_id, sum(amount_cents) as amount from receivable_payment group by user_id
    ), charged as (
      select user_id, sum(amount_cents) as amount from suspense_charge group by user_id
    )
    select user_id as id, coalesce(booked.balance, 0) as balance, coalesce(booked.receivable, 0) as receivable,
      coalesce(kept.balance_cents, 0) as balance_kept, coalesce(kept.receivable_cents, 0) as receivable_kept,
      coalesce(paid.remainder, 0) - coalesce(paid.used, 0) + coalesce(given.amount, 0)
        - coalesce(refunds.refunded, 0) - coalesce(settled_apart.amount, 0) as expected,
      coalesce(paid.owed, 0) + coalesce(refunds.paid_twice, 0) + coalesce(duplicates.amount, 0)
        + coalesce(charged.amount, 0) - coalesce(settled_apart.amount, 0) as owed
    from booked full join worker_account as kept using (user_id) full join paid using (user_id)
      full join given using (user_id) full join refunds using (user_id)
      full join duplicates using (user_id) full join settled_apart using (user_id)
      full join charged using (user_id)`,
  checks: [
    {
      name: 'worker_account',
      proves:
        'el saldo a favor de cada trabajador es lo que sobró o se le abonó, menos lo que usó o se le devolvió',
      unit: 'cents',
      subject: text('user'),
      expected: sql`expected`,
      found: sql`balance`,
    },
    {
      name: 'worker_account_kept',
      proves: 'el saldo a favor que se guarda es el del libro',
      unit: 'cents',
      subject: text('user'),
      expected: sql`balance`,
      found: sql`balance_kept`,
    },
    {
      name: 'worker_owes',
      proves: 'lo que cada trabajador debe aparte es lo que dicen sus pagos y el libro',
      unit: 'cents',
      subject: text('user'),
      expected: sql`owed * 2`,
      found: sql`receivable + receivable_kept`,
    },
  ],
}

/** Checks the totals of the accounts, which also finds entries without an order, payment or loan. */
const totals: CheckGroup = {
  rows: sql`
    with booked as (
      select ${debitOf('stp_cash')} as cash, ${debitOf('stp_in_transit')} * -1 as transit,
        ${debitOf('bank_cash')} as bank, ${debitOf('collections')} as collections
      from ledger_entry
    ), orders as (
      select sum(amount_cents) filter (where state = 'LQ' and not ${isTakenOut}) as settled,
        sum(amount_cents) filter (where state is null and purpose in ('payout', 'verification')) as on_the_way
      from transfer where sent_at is not null
    ), received as (
      select sum(amount_cents) as amount from incoming_payment
      where booked_at is not null and stp_return_booked_at is null
    ), movements as (
      -- What was in the books before, as suspense or as received money, is no cash again.
      select sum(amount_cents) as amount from cash_movement
      where settles_id is null and incoming_payment_id is null
    ), paid as (
      select sum(amount_paid_cents) as amount from payment where reversed_at is null and bank_account_id is not null
    )
    select 0 as id, booked.*, coalesce(orders.on_the_way, 0) as on_the_way, coalesce(paid.amount, 0) as paid,
      coalesce(received.amount, 0) + coalesce(movements.amount, 0) - coalesce(orders.settled, 0) as at_stp
    from booked, orders, received, movements, paid`,
  checks: [
    {
      name: 'cash_total',
      proves: 'en STP está lo recibido y lo propio, menos las órdenes liquidadas',
      unit: 'cents',
      subject: text('ledger'),
      expected: sql`at_stp`,
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
      name: 'bank_total',
      proves: 'en los bancos está lo cobrado fuera de STP',
      unit: 'cents',
      subject: text('ledger'),
      expected: sql`paid`,
      found: sql`bank`,
    },
    {
      name: 'collections_total',
      proves: 'nada queda en la cuenta de cobranza anterior',
      unit: 'cents',
      subject: text('ledger'),
      expected: sql`0`,
      found: sql`collections`,
    },
  ],
}

export const recordGroups = [transfers, payments, receipts, workers, totals, ownMovements, verifiedAccounts]
