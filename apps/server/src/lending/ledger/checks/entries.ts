import { sql } from 'kysely'
import type { LedgerAccount } from '../../../db/loan-types.ts'
import { type CheckGroup, text } from './check.ts'

/** What may cause an entry: an order, a payment, an accrual up to a day, a correction. */
type CauseName = 'order' | 'payment' | 'accrual' | 'correction'
interface Kind {
  name: string
  debit: LedgerAccount
  credit: LedgerAccount
  causes: readonly CauseName[]
  /** What may cause its reversal, if it is something else. */
  reversed_by?: readonly CauseName[]
}

const any = ['order', 'payment', 'accrual', 'correction'] as const
const changes = ['payment', 'correction'] as const

/** Every kind of entry; `payoff_discount` and `tax_earned` are of the rules before lending.md. */
const kindList: readonly Kind[] = [
  { name: 'payout_principal', debit: 'loan_receivable', credit: 'stp_in_transit', causes: ['order'] },
  { name: 'payout_charge', debit: 'loan_receivable', credit: 'unearned_finance_charge', causes: ['order'] },
  { name: 'payout_tax', debit: 'loan_receivable', credit: 'tax_pending', causes: ['order'] },
  { name: 'settlement', debit: 'stp_in_transit', credit: 'stp_cash', causes: ['order'] },
  {
    ...{ name: 'payment', debit: 'collections', credit: 'loan_receivable' },
    ...{ causes: ['payment'], reversed_by: changes },
  },
  { name: 'remainder', debit: 'loan_receivable', credit: 'worker_balance', causes: changes },
  { name: 'owed_by_worker', debit: 'worker_receivable', credit: 'loan_receivable', causes: ['correction'] },
  { name: 'discount', debit: 'unearned_finance_charge', credit: 'loan_receivable', causes: changes },
  { name: 'tax_discount', debit: 'tax_pending', credit: 'loan_receivable', causes: changes },
  { name: 'charge_earned', debit: 'unearned_finance_charge', credit: 'finance_income', causes: any },
  { name: 'tax_accrued', debit: 'unearned_finance_charge', credit: 'tax_pending', causes: any },
  { name: 'tax_collected', debit: 'tax_pending', credit: 'tax_payable', causes: any },
  {
    name: 'payoff_discount',
    debit: 'unearned_finance_charge',
    credit: 'loan_receivable',
    causes: ['payment'],
  },
  { name: 'tax_earned', debit: 'unearned_finance_charge', credit: 'tax_payable', causes: ['payment'] },
  { name: 'write_off', debit: 'write_offs', credit: 'loan_receivable', causes: any },
]

const kindRow = ({ name, debit, credit, causes }: Kind) =>
  sql`(${sql.join([name, debit, credit, causes.join(' ')].map((value) => sql.lit(value)))})`
const kindRows = kindList.flatMap((kind) => {
  const { name, debit, credit, causes, reversed_by = causes } = kind
  const reversed = { name: `${name}_reversed`, debit: credit, credit: debit, causes: reversed_by }
  return [kindRow(kind), kindRow(reversed)]
})
const kinds = sql`(values ${sql.join(kindRows)}) as kinds (kind, debit, credit, causes)`

const cause = sql`case when entry.transfer_id is not null then 'order' when entry.payment_id is not null then 'payment'
  when entry.accrual_day is not null then 'accrual' when entry.correction_id is not null then 'correction' end`

/**
 * Each entry moves an amount from one account to another. So a posting balances if every entry has an amount above zero
 * and the two accounts of its kind.
 */
const entries: CheckGroup = {
  rows: sql`
    select entry.id, entry.amount_cents, entry.loan_id,
      entry.amount_cents > 0 and entry.debit_account = kinds.debit and entry.credit_account = kinds.credit as whole,
      num_nonnulls(entry.transfer_id, entry.payment_id, entry.accrual_day, entry.correction_id) = 1
        and position(${cause} in kinds.causes) > 0 as one_cause,
      case when entry.accrual_day is null
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
      expected: sql`case when one_cause then caused_by end`,
      found: sql`loan_id`,
    },
  ],
}

/**
 * The command that posted an entry: a payout, a settlement or a return of an order; a payment, or its reversal by the rules before
 * lending.md; an accrual; a correction. Null for a kind that both commands of a payment may have.
 */
const command = sql`case
  when transfer_id is not null then
    case when kind like '%\\_reversed' then 3 when kind = 'settlement' then 2 else 1 end
  when payment_id is not null then
    case when kind in ('payment_reversed', 'payoff_discount_reversed', 'tax_earned_reversed') then 5
         when kind <> 'charge_earned_reversed' then 4 end
  when accrual_day is not null then 6
  else 7 end`
const causeId = sql`coalesce(transfer_id, payment_id, correction_id, accrual_day - date '1970-01-01')`

/** The entries of one posting belong to one command. */
const postings: CheckGroup = {
  rows: sql`
    select min(id) as id,
      case when min(loan_id) = max(loan_id) and min(command) = max(command) and min(cause_id) = max(cause_id)
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
    select case when command = 6 then max(loan_id) else cause_id end as id, command,
      case when min(posting) = max(posting) then 1 else 2 end as postings
    from (
      select uuid_hash_extended(posting, 0) as posting, loan_id, ${command} as command, ${causeId} as cause_id
      from ledger_entry
    ) as entry
    where command is not null
    group by command, cause_id, case when command = 6 then loan_id end`,
  checks: [
    {
      name: 'act',
      proves: 'los renglones de un acto comparten asiento',
      unit: 'number',
      subject: sql`case when command <= 3 then 'transfer' when command <= 5 then 'payment' when command = 6 then 'loan' else 'correction' end`,
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
