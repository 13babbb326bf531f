import type { Cents } from '@quincena/domain/money'
import { sql } from 'kysely'
import type { Db, Trx } from '../../lib/deps.ts'

/** What a loan has earned until now, net of reversals: income and the tax taken out of it. */
export async function earnedSoFar(trx: Trx, loan_id: number): Promise<{ income: Cents; tax: Cents }> {
  const { rows } = await sql<{ income: Cents; tax: Cents }>`
    select
      coalesce(sum(amount_cents) filter (where kind = 'charge_earned'), 0)
        - coalesce(sum(amount_cents) filter (where kind = 'charge_earned_reversed'), 0) as income,
      coalesce(sum(amount_cents) filter (where kind = 'tax_earned'), 0)
        - coalesce(sum(amount_cents) filter (where kind = 'tax_earned_reversed'), 0) as tax
    from ledger_entry where loan_id = ${loan_id}`.execute(trx)
  return rows[0] ?? { income: 0, tax: 0 }
}

/** Something that the books say one way and the records another. Amounts in centavos. */
export interface LedgerDifference {
  check: 'amount_due' | 'contract_total' | 'unearned' | 'payment' | 'payout' | 'transit' | 'schedule'
  subject: 'loan' | 'payment' | 'transfer'
  id: number
  expected: number
  found: number
}

/** What is owed by each loan is the balance of its receivable, and with what was paid makes the contract's total. */
const loanChecks = sql`
  with balance as (
    select loan_id,
      sum(case when debit_account = 'loan_receivable' then amount_cents
               when credit_account = 'loan_receivable' then -amount_cents else 0 end) as receivable,
      sum(case when credit_account = 'unearned_finance_charge' then amount_cents
               when debit_account = 'unearned_finance_charge' then -amount_cents else 0 end) as unearned
    from ledger_entry group by loan_id
  ), paid as (
    select loan_id, sum(amount_paid_cents) as amount from payment where reversed_at is null group by loan_id
  ), plan as (
    select loan_id, sum(payment_cents) as total from installment group by loan_id
  ), facts as (
    select loan.*, coalesce(balance.receivable, 0) as receivable, coalesce(balance.unearned, 0) as unearned,
      coalesce(paid.amount, 0) as paid, plan.total as planned,
      loan.state in ('active', 'overdue', 'completed') as live
    from loan
    left join balance on balance.loan_id = loan.id
    left join paid on paid.loan_id = loan.id
    left join plan on plan.loan_id = loan.id
  )
  select 'amount_due' as check, 'loan' as subject, id, amount_due_cents as expected, receivable as found
    from facts where amount_due_cents <> receivable
  union all
  select 'contract_total', 'loan', id, total_debt_cents, paid + receivable
    from facts where live and total_debt_cents <> paid + receivable
  union all
  select 'contract_total', 'loan', id, 0, paid + receivable from facts where not live and paid + receivable <> 0
  union all
  select 'unearned', 'loan', id, 0, unearned
    from facts where unearned < 0 or (unearned <> 0 and (state = 'completed' or not live))
  union all
  select 'schedule', 'loan', id, total_debt_cents, coalesce(planned, 0)
    from facts where (live or state = 'disbursing') and coalesce(planned, 0) <> total_debt_cents`

/** Every order that STP has is booked once, and what is in transit is exactly what is not settled or back. */
const transferChecks = sql`
  with booked as (
    select transfer_id,
      coalesce(sum(amount_cents) filter (where kind = 'payout_principal'), 0) as paid_out,
      sum(case when credit_account = 'stp_in_transit' then amount_cents
               when debit_account = 'stp_in_transit' then -amount_cents else 0 end) as transit,
      sum(case when credit_account = 'stp_cash' then amount_cents
               when debit_account = 'stp_cash' then -amount_cents else 0 end) as cash
    from ledger_entry where transfer_id is not null group by transfer_id
  ), facts as (
    select transfer.id, transfer.amount_cents, transfer.state, transfer.sent_at is not null as sent,
      coalesce(booked.paid_out, 0) as paid_out, coalesce(booked.transit, 0) as transit, coalesce(booked.cash, 0) as cash
    from transfer left join booked on booked.transfer_id = transfer.id
  )
  select 'payout' as check, 'transfer' as subject, id, case when sent then amount_cents else 0 end as expected, paid_out as found
    from facts where paid_out <> case when sent then amount_cents else 0 end
  union all
  select 'transit', 'transfer', id, case when sent and state is null then amount_cents else 0 end, transit
    from facts where transit <> case when sent and state is null then amount_cents else 0 end
  union all
  select 'transit', 'transfer', id, case when sent and state = 'LQ' then amount_cents else 0 end, cash
    from facts where cash <> case when sent and state = 'LQ' then amount_cents else 0 end`

/** Every payment is booked once, and every reversal too. */
const paymentChecks = sql`
  with booked as (
    select payment_id,
      coalesce(sum(amount_cents) filter (where kind = 'payment'), 0) as paid,
      coalesce(sum(amount_cents) filter (where kind = 'payment_reversed'), 0) as reversed
    from ledger_entry where payment_id is not null group by payment_id
  )
  select 'payment' as check, 'payment' as subject, payment.id, payment.amount_paid_cents as expected,
    coalesce(booked.paid, 0) as found
  from payment left join booked on booked.payment_id = payment.id
  where payment.amount_paid_cents <> coalesce(booked.paid, 0)
  union all
  select 'payment', 'payment', payment.id,
    case when payment.reversed_at is null then 0 else payment.amount_paid_cents end, coalesce(booked.reversed, 0)
  from payment left join booked on booked.payment_id = payment.id
  where coalesce(booked.reversed, 0) <> case when payment.reversed_at is null then 0 else payment.amount_paid_cents end`

/** Compares the ledger with loans, orders, payments and schedules; an empty list: every peso is accounted for. */
export async function verifyLedger(db: Db): Promise<LedgerDifference[]> {
  const { rows } = await sql<LedgerDifference>`
    select * from (${loanChecks}) of_loans
    union all select * from (${transferChecks}) of_transfers
    union all select * from (${paymentChecks}) of_payments`.execute(db)
  return rows
}
