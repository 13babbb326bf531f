import { sql } from 'kysely'
import { type CheckGroup, text } from './check.ts'

/** Every kind of entry, with its debit and credit account and the command that posts it. */
const kinds = sql`(values
  ('payout_principal', 'loan_receivable', 'stp_in_transit', 'payout'),
  ('payout_charge', 'loan_receivable', 'unearned_finance_charge', 'payout'),
  ('settlement', 'stp_in_transit', 'stp_cash', 'settlement'),
  ('settlement_reversed', 'stp_cash', 'stp_in_transit', 'return'),
  ('payout_principal_reversed', 'stp_in_transit', 'loan_receivable', 'return'),
  ('payout_charge_reversed', 'unearned_finance_charge', 'loan_receivable', 'return'),
  ('payment', 'collections', 'loan_receivable', 'payment'),
  ('payoff_discount', 'unearned_finance_charge', 'loan_receivable', 'payment'),
  ('charge_earned', 'unearned_finance_charge', 'finance_income', 'payment'),
  ('tax_earned', 'unearned_finance_charge', 'tax_payable', 'payment'),
  ('payment_reversed', 'loan_receivable', 'collections', 'reversal'),
  ('payoff_discount_reversed', 'loan_receivable', 'unearned_finance_charge', 'reversal'),
  ('charge_earned_reversed', 'finance_income', 'unearned_finance_charge', 'reversal'),
  ('tax_earned_reversed', 'tax_payable', 'unearned_finance_charge', 'reversal'),
  ('write_off', 'write_offs', 'loan_receivable', 'write_off')
) as kinds (kind, debit, credit, command)`

/**
 * Each entry moves an amount from one account to another. So a posting balances if every entry has an amount above zero
 * and the two accounts of its kind.
 */
const entries: CheckGroup = {
  rows: sql`
    select entry.id, entry.amount_cents, entry.loan_id,
      entry.amount_cents > 0 and entry.debit_account = kinds.debit and entry.credit_account = kinds.credit as whole,
      (entry.transfer_id is null) <> (entry.payment_id is null) as one_cause,
      coalesce(transfer.loan_id, payment.loan_id) as caused_by
    from ledger_entry as entry
    left join ${kinds} on kinds.kind = entry.kind
    left join transfer on transfer.id = entry.transfer_id
    left join payment on payment.id = entry.payment_id`,
  checks: [
    {
      name: 'balance',
      proves: 'cada renglón carga y abona lo mismo, entre las dos cuentas de su clase',
      unit: 'cents',
      subject: text('entry'),
      expected: sql`amount_cents`,
      found: sql`case when whole then amount_cents else 0 end`,
    },
    {
      name: 'cause',
      proves: 'cada renglón tiene su orden o su pago, del mismo préstamo',
      unit: 'number',
      subject: text('entry'),
      expected: sql`case when one_cause then caused_by end`,
      found: sql`loan_id`,
    },
  ],
}

/** The entries of one posting belong to one command about one order or payment. */
const postings: CheckGroup = {
  rows: sql`
    select min(entry.id) as id,
      case when min(entry.loan_id) = max(entry.loan_id) and min(kinds.command) = max(kinds.command)
        and coalesce(min(entry.transfer_id), 0) = coalesce(max(entry.transfer_id), 0)
        and coalesce(min(entry.payment_id), 0) = coalesce(max(entry.payment_id), 0)
        and min(entry.created_at) = max(entry.created_at) then 1 else 2 end as commands
    from ledger_entry as entry left join ${kinds} on kinds.kind = entry.kind
    group by entry.posting`,
  checks: [
    {
      name: 'posting',
      proves: 'cada asiento es de un solo acto',
      unit: 'number',
      subject: text('entry'),
      expected: sql`1`,
      found: sql`commands`,
    },
  ],
}

/** The entries of one command share one posting. */
const commands: CheckGroup = {
  rows: sql`
    select coalesce(transfer_id, payment_id) as id, transfer_id is not null as of_transfer,
      case when min(posting::text collate "C") = max(posting::text collate "C") then 1 else 2 end as postings
    from ledger_entry as entry left join ${kinds} on kinds.kind = entry.kind
    group by transfer_id, payment_id, kinds.command`,
  checks: [
    {
      name: 'act',
      proves: 'los renglones de un acto comparten asiento',
      unit: 'number',
      subject: sql`case when of_transfer then 'transfer' else 'payment' end`,
      expected: sql`1`,
      found: sql`postings`,
    },
  ],
}

/** A reversal is complete: each entry of the order or payment has a reversal of the same amount. */
const reversals: CheckGroup = {
  rows: sql`
    with taken_back as (
      select transfer_id, payment_id from ledger_entry where kind like '%\\_reversed'
    )
    select coalesce(transfer_id, payment_id) as id, transfer_id is not null as of_transfer,
      coalesce(sum(amount_cents) filter (where kind not like '%\\_reversed'), 0) as booked,
      coalesce(sum(amount_cents) filter (where kind like '%\\_reversed'), 0) as reversed
    from ledger_entry
    where transfer_id in (select transfer_id from taken_back) or payment_id in (select payment_id from taken_back)
    group by transfer_id, payment_id, replace(kind, '_reversed', '')`,
  checks: [
    {
      name: 'reversal_pair',
      proves: 'lo que se revierte, se revierte entero y por lo mismo',
      unit: 'cents',
      subject: sql`case when of_transfer then 'transfer' else 'payment' end`,
      expected: sql`booked`,
      found: sql`reversed`,
    },
  ],
}

export const entryGroups = [entries, postings, commands, reversals]
