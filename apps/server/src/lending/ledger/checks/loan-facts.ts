import { PAID_OUT_STATES } from '@quincena/domain/loans/rules'
import type { Cents } from '@quincena/domain/money'
import { sql } from 'kysely'
import type { Db } from '../../../db/types.ts'
import type { DayNumber, Row, Terms } from '../recompute/account.ts'
import type { Books } from '../recompute/books.ts'
import type { Excess, Money } from '../recompute/pay.ts'

/** A payment that counts, and the result that its row has. Amounts in centavos. */
export interface StoredPayment extends Money {
  id: number
  /** The part beyond the payoff: it is the worker's. */
  remainder: Cents
  /** Reversed, but the worker owes it outside of the loan. */
  owed_by_worker: boolean
  due: Cents | null
  on_account: Cents | null
  prepaid: Cents | null
  discount: Cents
  principal: Cents
  interest: Cents
  tax: Cents
  owed_before: Cents
  owed_after: Cents
}

type Life = 'not_paid_out' | 'in_force' | 'completed'

/** A loan as the database has it: contract, payments, figures, and the balances of its ledger accounts. */
export interface StoredLoan {
  id: number
  life: Life
  /** The contract is accepted: its schedule does not change any more. */
  has_schedule: boolean
  terms: Terms
  tax_added: boolean
  total_debt: Cents
  amount_due: Cents
  next_due: DayNumber | null
  booked_day: DayNumber | null
  balances: Books & { worker_receivable: Cents; worker_balance: Cents }
  rows: Row[]
  payments: StoredPayment[]
}

/** SQL of a day as the number of days since 1970-01-01; -1 for null. */
const dayOf = (column: string) => sql`coalesce(${sql.ref(column)} - date '1970-01-01', -1)`
const orNone = (column: string) => sql`coalesce(${sql.ref(column)}, -1)`
const millionths = (column: string) => sql`round(${sql.ref(column)} * 1000000)::bigint`

/**
 * SQL of the balance of an account: what it was credited less what it was debited, or the other way round. What an import
 * took out of income and VAT, because the former system had booked it, belongs to the loan's history.
 */
const balance = (account: string, side: 'debit' | 'credit') => {
  const [plus, minus] = side === 'debit' ? ['debit', 'credit'] : ['credit', 'debit']
  const has = (of: string) =>
    sql`${sql.ref(`${of}_account`)} = ${sql.lit(account)} and kind not in ('opening_income', 'opening_tax_paid')`
  return sql`coalesce(sum(case when ${has(plus ?? '')} then amount_cents when ${has(minus ?? '')} then -amount_cents end), 0)`
}

const lives: readonly Life[] = ['not_paid_out', 'in_force', 'completed']
const excesses: readonly Excess[] = ['lower_payment', 'shorter_term', 'in_advance']
const paidOut = sql.join(PAID_OUT_STATES.map((state) => sql.lit(state)))

/** The columns of a loan in the order in which `readLoan` takes them. */
const loanColumns = sql.join([
  sql`loan.id`,
  sql`case when loan.state = 'completed' then 2 when loan.state in (${paidOut}) then 1 else 0 end`,
  sql`(loan.state in (${paidOut}, 'disbursing'))::int`,
  sql`(loan.type = 'advance')::int`,
  ...[sql`loan.amount_cents`, millionths('loan.interest_rate')],
  sql`case loan.frequency when 'monthly' then 12 when 'semimonthly' then 24 when 'fourteen_days' then 26 else 52 end`,
  ...[millionths('loan.tax_rate'), sql`loan.tax_added::int`],
  ...[sql`loan.total_debt_cents`, sql`loan.amount_due_cents`],
  ...[dayOf('loan.next_payment_date'), dayOf('loan.booked_day'), dayOf('loan.start_day')],
  orNone('loan.first_period_days'),
  sql`coalesce(balances.list, '0,0,0,0,0,0,0')`,
  ...[sql`coalesce(plan.count, 0)`, sql`coalesce(paid.count, 0)`, sql`plan.list`, sql`paid.list`],
])

const balanceColumns = sql.join([
  balance('loan_receivable', 'debit'),
  ...['unearned_finance_charge', 'finance_income', 'tax_pending', 'tax_payable'].map((account) =>
    balance(account, 'credit'),
  ),
  // A second payout of the loan is owed apart too, but by no payment of it.
  sql`coalesce(sum(case kind when 'owed_by_worker' then amount_cents when 'owed_by_worker_reversed' then -amount_cents end), 0)`,
  sql`coalesce(sum(case kind when 'remainder' then amount_cents when 'remainder_reversed' then -amount_cents end), 0)`,
])

const paymentColumns = sql.join([
  ...[sql`id`, dayOf('value_date'), sql`amount_paid_cents - remainder_cents`, sql`waived_cents`],
  sql`case excess when 'lower_payment' then 0 when 'shorter_term' then 1 else 2 end`,
  ...[sql`remainder_cents`, sql`owed_by_worker::int`],
  ...[orNone('due_cents'), orNone('on_account_cents'), orNone('prepaid_cents'), sql`discount_cents`],
  ...[sql`principal_cents`, sql`interest_cents`, sql`tax_cents`],
  ...[sql`previous_amount_due_cents`, sql`new_amount_due_cents`],
])

/** Takes the whole numbers of a text `12,-3,450` one after the other. */
class NumberReader {
  private at = 0
  private readonly text: string
  constructor(text: string) {
    this.text = text
  }
  next(): number {
    let value = 0
    let sign = 1
    for (;;) {
      const code = this.text.charCodeAt(this.at)
      this.at += 1
      if (code === 45) sign = -1
      else if (code >= 48 && code <= 57) value = value * 10 + (code - 48)
      else return sign * value
    }
  }
  nextOrNone(): number | null {
    const value = this.next()
    return value === -1 ? null : value
  }
}

function readRows(numbers: NumberReader, count: number, amount: Cents): Row[] {
  const rows: Row[] = []
  let before = amount
  for (let index = 0; index < count; index += 1) {
    const [due, payment, interest, tax] = [numbers.next(), numbers.next(), numbers.next(), numbers.next()]
    rows.push({ due, payment, interest, tax, before })
    before -= payment - interest - tax
  }
  return rows
}

const readPayment = (numbers: NumberReader): StoredPayment => ({
  id: numbers.next(),
  day: numbers.next(),
  amount: numbers.next(),
  waived: numbers.next(),
  excess: excesses[numbers.next()] ?? 'lower_payment',
  remainder: numbers.next(),
  owed_by_worker: numbers.next() === 1,
  due: numbers.nextOrNone(),
  on_account: numbers.nextOrNone(),
  prepaid: numbers.nextOrNone(),
  discount: numbers.next(),
  principal: numbers.next(),
  interest: numbers.next(),
  tax: numbers.next(),
  owed_before: numbers.next(),
  owed_after: numbers.next(),
})

const readBalances = (numbers: NumberReader): StoredLoan['balances'] => ({
  receivable: numbers.next(),
  unearned: numbers.next(),
  income: numbers.next(),
  tax_pending: numbers.next(),
  tax_payable: numbers.next(),
  worker_receivable: numbers.next(),
  worker_balance: numbers.next(),
})

function readLoan(list: string): StoredLoan {
  const numbers = new NumberReader(list)
  const id = numbers.next()
  const life = lives[numbers.next()] ?? 'not_paid_out'
  const has_schedule = numbers.next() === 1
  const is_advance = numbers.next() === 1
  const amount = numbers.next()
  const [annual, periods, vat] = [numbers.next(), numbers.next(), numbers.next()]
  const tax_added = numbers.next() === 1
  const [total_debt, amount_due] = [numbers.next(), numbers.next()]
  const [next_due, booked_day, start] = [numbers.nextOrNone(), numbers.nextOrNone(), numbers.next()]
  const irregular_days = numbers.nextOrNone()
  const balances = readBalances(numbers)
  const [row_count, payment_count] = [numbers.next(), numbers.next()]
  const rows = readRows(numbers, row_count, amount)
  const payments: StoredPayment[] = []
  while (payments.length < payment_count) payments.push(readPayment(numbers))
  // An advance has a commission instead of interest: nothing accrues.
  const rate = is_advance
    ? { annual: 0, periods, vat_on_top: 0 }
    : { annual, periods, vat_on_top: tax_added ? vat : 0 }
  const first_days = irregular_days ?? Math.max(1, (rows[0]?.due ?? start + 1) - start)
  return {
    ...{ id, life, has_schedule, terms: { is_advance, rate, vat, start, first_days }, tax_added },
    ...{ total_debt, amount_due, next_due, booked_day, balances, rows, payments },
  }
}

/**
 * Reads the loans with ids above `after` up to `to`, in that order. Each comes as one list of numbers: a row of its own for
 * each installment and payment would take several times as long to arrive.
 */
export async function readLoans(db: Db, { after, to }: { after: number; to: number }): Promise<StoredLoan[]> {
  const ofPage = sql`loan_id > ${after} and loan_id <= ${to}`
  const { rows } = await sql<{ list: string }>`
    select concat_ws(',', ${loanColumns}) as list
    from loan
    left join (
      select loan_id, concat_ws(',', ${balanceColumns}) as list
      from ledger_entry where ${ofPage} group by loan_id
    ) as balances on balances.loan_id = loan.id
    left join (
      select loan_id, count(*) as count,
        string_agg(concat_ws(',', ${dayOf('due_date')}, payment_cents, interest_cents, tax_cents), ',' order by number) as list
      from installment where ${ofPage} group by loan_id
    ) as plan on plan.loan_id = loan.id
    left join (
      select loan_id, count(*) as count, string_agg(concat_ws(',', ${paymentColumns}), ',' order by value_date, id) as list
      from payment where ${ofPage} and (reversed_at is null or owed_by_worker) group by loan_id
    ) as paid on paid.loan_id = loan.id
    where loan.id > ${after} and loan.id <= ${to}
    order by loan.id`.execute(db)
  return rows.map(({ list }) => readLoan(list))
}
