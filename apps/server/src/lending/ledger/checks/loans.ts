import { PAID_OUT_STATES } from '@quincena/domain/loans/rules'
import { sql } from 'kysely'
import { type CheckGroup, text } from './check.ts'

/** SQL of a quotient rounded to the nearest integer, halves up, in integer arithmetic as in the rules for money. */
const halfUp = (dividend: ReturnType<typeof sql>, divisor: ReturnType<typeof sql>) =>
  sql`div(2 * (${dividend})::numeric + (${divisor}), 2 * (${divisor})::numeric)`

const isIn = (states: readonly string[]) =>
  sql`loan.state in (${sql.join(states.map((state) => sql.lit(state)))})`

const rows = sql`
  with balance as (
    select loan_id,
      sum(case when debit_account = 'loan_receivable' then amount_cents
               when credit_account = 'loan_receivable' then -amount_cents else 0 end) as receivable,
      sum(case when credit_account = 'unearned_finance_charge' then amount_cents
               when debit_account = 'unearned_finance_charge' then -amount_cents else 0 end) as unearned,
      sum(case when credit_account in ('finance_income', 'tax_payable') then amount_cents
               when debit_account in ('finance_income', 'tax_payable') then -amount_cents else 0 end) as earned,
      sum(case when credit_account = 'tax_payable' then amount_cents
               when debit_account = 'tax_payable' then -amount_cents else 0 end) as tax
    from ledger_entry group by loan_id
  ), paid as (
    select payment.loan_id, sum(payment.amount_paid_cents) as amount,
      sum(payment.discount_cents) as discount,
      sum(${halfUp(
        sql`(loan.total_debt_cents - loan.amount_cents)::numeric * payment.amount_paid_cents`,
        sql`loan.total_debt_cents`,
      )}) as share
    from payment join loan on loan.id = payment.loan_id
    where payment.reversed_at is null group by payment.loan_id
  ), plan as (
    select loan_id, sum(payment_cents) as total from installment group by loan_id
  )
  select loan.id, loan.amount_due_cents, loan.total_debt_cents, loan.tax_rate,
    loan.total_debt_cents - loan.amount_cents as charge,
    coalesce(balance.receivable, 0) as receivable, coalesce(balance.unearned, 0) as unearned,
    coalesce(balance.earned, 0) as earned, coalesce(balance.tax, 0) as tax,
    coalesce(paid.amount, 0) as paid, coalesce(paid.discount, 0) as discount, coalesce(paid.share, 0) as share, coalesce(plan.total, 0) as planned,
    ${isIn(PAID_OUT_STATES)} as live,
    ${isIn([...PAID_OUT_STATES, 'disbursing'])} as fixed
  from loan
  left join balance on balance.loan_id = loan.id
  left join paid on paid.loan_id = loan.id
  left join plan on plan.loan_id = loan.id`

const subject = text('loan')

/** Checks each loan's amount due, payments, earnings and schedule. */
export const loanGroup: CheckGroup = {
  rows,
  checks: [
    {
      name: 'amount_due',
      proves: 'lo que se debe de cada préstamo es el saldo de su cuenta por cobrar',
      unit: 'cents',
      subject,
      expected: sql`amount_due_cents`,
      found: sql`receivable`,
    },
    {
      name: 'contract_total',
      proves: 'pagos, descuentos y saldo son el total del contrato',
      unit: 'cents',
      subject,
      expected: sql`case when live then total_debt_cents else 0 end`,
      found: sql`paid + discount + receivable`,
    },
    {
      name: 'earned',
      proves:
        'lo ganado de intereses y comisiones es la parte de lo pagado; con el último pago, todo menos lo descontado',
      unit: 'cents',
      subject,
      expected: sql`case when not live then 0 when paid + discount = total_debt_cents then charge - discount
        else least(charge, share) end`,
      found: sql`earned`,
    },
    {
      name: 'unearned',
      proves: 'lo que falta por ganar es el resto',
      unit: 'cents',
      subject,
      expected: sql`case when live then charge - discount - earned else 0 end`,
      found: sql`unearned`,
    },
    {
      name: 'tax',
      proves: 'el IVA es el que contiene lo ganado',
      unit: 'cents',
      subject,
      expected: halfUp(sql`earned * (tax_rate * 1000)`, sql`(1000 + tax_rate * 1000)`),
      found: sql`tax`,
    },
    {
      name: 'schedule',
      proves: 'el calendario suma el total del contrato',
      unit: 'cents',
      subject,
      expected: sql`case when fixed then total_debt_cents else planned end`,
      found: sql`planned`,
    },
  ],
}
