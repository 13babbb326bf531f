import { sql } from 'kysely'
import type { LedgerAccount } from '../../../db/treasury-types.ts'
import { type CheckGroup, text } from './check.ts'

/** What may cause an entry. */
type CauseName =
  | 'order'
  | 'payment'
  | 'accrual'
  | 'correction'
  | 'movement'
  | 'credit'
  | 'receipt'
  | 'receivable_payment'
  | 'charge'
  | 'import'

interface Kind {
  name: string
  /** The accounts that the entry may debit and credit; where there are several, the place of the money decides. */
  debit: readonly LedgerAccount[]
  credit: readonly LedgerAccount[]
  causes: readonly CauseName[]
  /** What may cause its reversal, if it is something else. */
  reversed_by?: readonly CauseName[]
}

const any = ['order', 'payment', 'accrual', 'correction', 'import'] as const
const changes = ['payment', 'correction'] as const

const listOfAccounts = (accounts: LedgerAccount | readonly LedgerAccount[]) =>
  typeof accounts === 'string' ? [accounts] : accounts

const kindOf = (
  name: string,
  [debit, credit]: readonly [
    LedgerAccount | readonly LedgerAccount[],
    LedgerAccount | readonly LedgerAccount[],
  ],
  causes: readonly CauseName[],
): Kind => ({ name, debit: listOfAccounts(debit), credit: listOfAccounts(credit), causes })

/** Every kind of entry; `payoff_discount` and `tax_earned` are of the rules before lending.md. */
const kindList: readonly Kind[] = [
  kindOf('payout_principal', ['loan_receivable', 'stp_in_transit'], ['order']),
  kindOf('payout_charge', ['loan_receivable', 'unearned_finance_charge'], ['order']),
  kindOf('payout_tax', ['loan_receivable', 'tax_pending'], ['order']),
  // What the lender brought: a loan of a former system, without what that system had earned of it.
  kindOf('opening_principal', ['loan_receivable', 'opening_balance_equity'], ['import']),
  kindOf('opening_charge', ['loan_receivable', 'unearned_finance_charge'], ['import']),
  kindOf('opening_tax', ['loan_receivable', 'tax_pending'], ['import']),
  kindOf('opening_income', ['finance_income', 'opening_balance_equity'], ['import']),
  kindOf('opening_tax_paid', ['tax_payable', 'opening_balance_equity'], ['import']),
  kindOf('settlement', ['stp_in_transit', 'stp_cash'], ['order']),
  kindOf('second_payout', ['worker_receivable', 'stp_cash'], ['order']),
  kindOf('receivable_payment', ['worker_balance', 'worker_receivable'], ['receivable_payment']),
  kindOf('refund', ['worker_balance', 'refund_in_transit'], ['order']),
  kindOf('refund_settled', ['refund_in_transit', 'stp_cash'], ['order']),
  kindOf('verification', ['verification_cost', 'stp_in_transit'], ['order']),
  kindOf('verification_settled', ['stp_in_transit', 'stp_cash'], ['order']),
  kindOf('receipt_return', ['unapplied_receipts', 'refund_in_transit'], ['order']),
  // Of an order that STP had refused, the money is no longer set apart.
  kindOf(
    'receipt_return_settled',
    [['refund_in_transit', 'unapplied_receipts', 'suspense'], 'stp_cash'],
    ['order'],
  ),
  // A movement that staff explained later comes from suspense, a deposit seen as received money from that.
  kindOf('funding', [['stp_cash', 'suspense', 'unapplied_receipts'], 'funding'], ['movement']),
  kindOf('fee', ['stp_fees', ['stp_cash', 'suspense']], ['movement']),
  kindOf('unknown_movement', ['suspense', 'stp_cash'], ['movement']),
  // What STP took back although it is used, until the use is undone or a worker owes it.
  kindOf('stp_claim', ['suspense', 'stp_cash'], ['receipt']),
  kindOf('claim_cleared', ['unapplied_receipts', 'suspense'], ['correction', 'credit', 'movement']),
  kindOf('claim_charged', ['worker_receivable', 'suspense'], ['charge']),
  kindOf('receipt', ['stp_cash', 'unapplied_receipts'], ['receipt']),
  kindOf('receipt_to_worker', ['unapplied_receipts', 'worker_balance'], ['credit']),
  {
    ...kindOf(
      'payment',
      [
        ['unapplied_receipts', 'bank_cash', 'worker_balance', 'collections', 'opening_balance_equity'],
        'loan_receivable',
      ],
      ['payment'],
    ),
    reversed_by: changes,
  },
  kindOf('collections_moved', [['unapplied_receipts', 'bank_cash'], 'collections'], ['payment']),
  kindOf('remainder', ['loan_receivable', 'worker_balance'], changes),
  kindOf('owed_by_worker', ['worker_receivable', 'loan_receivable'], ['correction']),
  kindOf('discount', ['unearned_finance_charge', 'loan_receivable'], changes),
  kindOf('tax_discount', ['tax_pending', 'loan_receivable'], changes),
  kindOf('charge_earned', ['unearned_finance_charge', 'finance_income'], any),
  kindOf('tax_accrued', ['unearned_finance_charge', 'tax_pending'], any),
  kindOf('tax_collected', ['tax_pending', 'tax_payable'], any),
  kindOf('payoff_discount', ['unearned_finance_charge', 'loan_receivable'], ['payment']),
  kindOf('tax_earned', ['unearned_finance_charge', 'tax_payable'], ['payment']),
  kindOf('write_off', ['write_offs', 'loan_receivable'], any),
]

const listOf = (values: readonly string[]) => sql`array[${sql.join(values.map((value) => sql.lit(value)))}]`
const kindRow = ({ name, debit, credit, causes }: Kind) =>
  sql`(${sql.lit(name)}, ${listOf(debit)}, ${listOf(credit)}, ${listOf(causes)})`
const kindRows = kindList.flatMap((kind) => {
  const { name, debit, credit, causes, reversed_by = causes } = kind
  const reversed = { name: `${name}_reversed`, debit: credit, credit: debit, causes: reversed_by }
  return [kindRow(kind), kindRow(reversed)]
})
const kinds = sql`(values ${sql.join(kindRows)}) as kinds (kind, debits, credits, causes)`

const cause = sql`case when entry.transfer_id is not null then 'order' when entry.payment_id is not null then 'payment'
  when entry.accrual_day is not null then 'accrual' when entry.correction_id is not null then 'correction'
  when entry.cash_movement_id is not null then 'movement'
  when entry.receivable_payment_id is not null then 'receivable_payment'
  when entry.charge_id is not null then 'charge'
  when entry.loan_import_id is not null then 'import'
  when entry.credit_id is not null then 'credit' when entry.incoming_payment_id is not null then 'receipt' end`
const otherCauses = sql`num_nonnulls(entry.transfer_id, entry.payment_id, entry.accrual_day, entry.correction_id,
  entry.cash_movement_id, entry.receivable_payment_id, entry.charge_id, entry.loan_import_id)`

/**
 * Each entry moves an amount from one account to another. So a posting balances if every entry has an amount above zero
 * and the two accounts of its kind.
 */
const entries: CheckGroup = {
  rows: sql`
    select entry.id, entry.amount_cents, entry.loan_id,
      entry.amount_cents > 0 and entry.debit_account = any(kinds.debits)
        and entry.credit_account = any(kinds.credits) as whole,
      ${otherCauses} <= 1 and ${cause} = any(kinds.causes) as one_cause,
      case when entry.loan_import_id is not null then (select id from loan
          where id = entry.loan_id and loan_import_id = entry.loan_import_id)
        when entry.accrual_day is null
        then coalesce(transfer.loan_id, payment.loan_id, loan_correction.loan_id) else entry.loan_id end as caused_by
    from ledger_entry as entry
    left join ${kinds} on kinds.kind = entry.kind
    left join transfer on transfer.id = entry.transfer_id
    left join payment on payment.id = entry.payment_id
    left join loan_correction on loan_correction.id = entry.correction_id`,
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
      proves: 'cada renglón tiene una causa de las de su clase, del mismo préstamo',
      unit: 'number',
      subject: text('entry'),
      expected: sql`case when one_cause and (caused_by is not null or loan_id is null) then coalesce(caused_by, 0) end`,
      found: sql`coalesce(loan_id, 0)`,
    },
  ],
}

/**
 * The command that posted an entry: a payout, a settlement or a return of an order; a payment, or its reversal by the rules before
 * lending.md; an accrual; a correction; the move of old collections; the receipt of money, or that STP returned it; a
 * movement of the lender; the gift of money to a worker's balance, or its undoing; a payment of what a worker owes
 * apart; a charge to a worker; the return of a second payout, whose order was refused before; the import of a loan. Null for a kind that both
 * commands of a payment may have, and for a settled return, which migration 050 corrected after the order had come back.
 */
const command = sql`case
  when transfer_id is not null then
    case when kind = 'receipt_return_settled_reversed' then null when kind = 'second_payout_reversed' then 16
         when kind like '%\\_reversed' then 3 when kind in ('settlement', 'refund_settled', 'verification_settled', 'receipt_return_settled', 'second_payout')
           then 2 else 1 end
  when payment_id is not null then
    case when kind in ('payment_reversed', 'payoff_discount_reversed', 'tax_earned_reversed') then 5
         when kind = 'collections_moved' then 8
         when kind <> 'charge_earned_reversed' then 4 end
  when accrual_day is not null then 6
  when correction_id is not null then 7
  when cash_movement_id is not null then 11
  when receivable_payment_id is not null then 14
  when charge_id is not null then 15
  when loan_import_id is not null then 17
  when credit_id is not null then case when kind like '%\\_reversed' or kind = 'claim_cleared' then 13 else 12 end
  when kind = 'receipt' then 9
  else 10 end`
const causeId = sql`coalesce(transfer_id, payment_id, correction_id, accrual_day - date '1970-01-01', cash_movement_id,
  receivable_payment_id, charge_id, loan_import_id, credit_id, incoming_payment_id)`

/** The entries of one posting belong to one command. */
const postings: CheckGroup = {
  rows: sql`
    select min(id) as id,
      case when coalesce(min(loan_id) = max(loan_id), true) and coalesce(min(command) = max(command), true) and min(cause_id) = max(cause_id)
        and min(created_at) = max(created_at) then 1 else 2 end as commands
    from (select id, posting, loan_id, ${command} as command, ${causeId} as cause_id, created_at from ledger_entry) as entry
    group by posting`,
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
    select case when command in (6, 17) then max(loan_id) else cause_id end as id, command,
      case when min(posting) = max(posting) then 1 else 2 end as postings
    from (
      select uuid_hash_extended(posting, 0) as posting, loan_id, ${command} as command, ${causeId} as cause_id
      from ledger_entry
    ) as entry
    where command is not null
    group by command, cause_id, case when command in (6, 17) then loan_id end`,
  checks: [
    {
      name: 'act',
      proves: 'los renglones de un acto comparten asiento',
      unit: 'number',
      subject: sql`case when command <= 3 or command = 16 then 'transfer' when command in (4, 5, 8) then 'payment'
        when command in (6, 17) then 'loan' when command = 7 then 'correction' when command = 11 then 'cash_movement'
        when command in (12, 13) then 'credit' when command = 14 then 'receivable_payment'
        when command = 15 then 'charge'
        else 'incoming_payment' end`,
      expected: sql`1`,
      found: sql`postings`,
    },
  ],
}

/**
 * The money of an order that came back was taken back entirely; so was a payment reversed by the rules before lending.md,
 * whose reversal has the payment as its cause.
 */
const reversals: CheckGroup = {
  rows: sql`
    with taken_back as materialized (
      select distinct transfer_id, payment_id from ledger_entry
      where kind in ('payout_principal_reversed', 'settlement_reversed', 'payment_reversed') and correction_id is null
    ), entry as (
      select transfer_id as id, true as of_transfer, kind, amount_cents
      from taken_back join ledger_entry using (transfer_id)
      where kind in ('payout_principal', 'payout_principal_reversed', 'settlement', 'settlement_reversed')
      union all
      select payment_id, false, kind, amount_cents from taken_back join ledger_entry using (payment_id)
    )
    select id, of_transfer,
      coalesce(sum(amount_cents) filter (where kind not like '%\\_reversed'), 0) as booked,
      coalesce(sum(amount_cents) filter (where kind like '%\\_reversed'), 0) as reversed
    from entry group by id, of_transfer, replace(kind, '_reversed', '')`,
  checks: [
    {
      name: 'reversal_pair',
      proves: 'lo que se revierte de una orden o de un pago, se revierte entero y por lo mismo',
      unit: 'cents',
      subject: sql`case when of_transfer then 'transfer' else 'payment' end`,
      expected: sql`booked`,
      found: sql`reversed`,
    },
  ],
}

export const entryGroups = [entries, postings, commands, reversals]
