import { randomUUID } from 'node:crypto'
import { interleave } from '../harness/rounds.ts'
import type { Row } from '../harness/row.ts'
import { round } from '../harness/row.ts'
import type { Site } from '../harness/site.ts'
import { figuresOf } from './lists.ts'

const CENTS = 1000
/** As many as no connection meets the same loan at the same time as another. */
const LOANS = 20_000

interface OpenLoan {
  id: number
  user_id: number
  amount_due_cents: number
}

/** Loans in force with a debt, half of them for each side: the hand-written SQL leaves the schedule as it was. */
async function readLoans({ pool }: Site, half: 0 | 1): Promise<OpenLoan[]> {
  const { rows } = await pool.query(
    `select id, user_id, amount_due_cents from loan
      where state = 'active' and type = 'credit' and amount_due_cents > 200000 and id % 2 = $1 order by id desc limit $2`,
    [half, LOANS],
  )
  if (rows.length < 40) throw new Error('too few loans are in force')
  return rows
}

/** Registers a payment over HTTP as the screen does. */
async function pay(site: Site, loan: OpenLoan): Promise<void> {
  const body = {
    ...{ loan_request: loan.id, amount_paid: CENTS / 100, previous_amount_due: loan.amount_due_cents / 100 },
    ...{ channel: 'deposit', bank_account: 1 },
  }
  const headers = { 'idempotency-key': randomUUID() }
  const answer = JSON.parse(await site.send({ path: '/loan/payment', method: 'POST', body, headers }))
  loan.amount_due_cents = Math.round(answer.new_amount_due * 100)
}

const lock = {
  name: 'lock loan',
  text: `select id, user_id, folio, state, amount_due_cents, total_debt_cents, interest_rate, frequency, booked_day
    from loan where id = $1 for no key update`,
}
const insertPayment = {
  name: 'insert payment',
  text: `insert into payment (loan_id, user_id, amount_paid_cents, previous_amount_due_cents, new_amount_due_cents,
      due_cents, on_account_cents, prepaid_cents, principal_cents, value_date, channel, registered_by, bank_account_id,
      created_at)
    values ($1, $2, $3, $4, $5, $3, 0, 0, $3, current_date, 'deposit', $6, 1, now()) returning id`,
}
/** The money, and what the loan earned until today: four entries, as most payments have. */
const insertEntries = {
  name: 'insert entries',
  text: `insert into ledger_entry (posting, kind, debit_account, credit_account, amount_cents, loan_id, payment_id,
      bank_account_id, created_at)
    values ($1, 'payment', 'bank_cash', 'loan_receivable', $2, $3, $4, 1, now()),
      ($1, 'charge_earned', 'unearned_finance_charge', 'finance_income', 1, $3, $4, null, now()),
      ($1, 'tax_accrued', 'unearned_finance_charge', 'tax_pending', 1, $3, $4, null, now()),
      ($1, 'tax_collected', 'tax_pending', 'tax_payable', 1, $3, $4, null, now())`,
}
const updateLoan = {
  name: 'update loan',
  text: 'update loan set amount_due_cents = $2, booked_day = current_date, updated_at = now() where id = $1',
}
const insertTraces = {
  name: 'insert traces',
  text: `with notice as (
      insert into notification (recipient_id, title, message, reason_key, created_at)
      values ($1, 'Pago registrado', 'Registramos tu pago de $10.00. Saldo pendiente: $1,990.00.', $2, now()))
    insert into audit (id, actor_id, action, subject, subject_id, before, after, ip, user_agent, created_at)
    values (nextval('audit_id_seq'), $3, 'payment.recorded', 'payment', $4, $5, $6, '127.0.0.1', 'bench', now())`,
}
const insertKey = {
  name: 'insert key',
  text: `insert into idempotency_key (caller_id, method, path, key, body_sha256, answer, keep, created_at)
    values ($1, 'POST', '/quincena/api/loan/payment', $2::text, sha256(convert_to($2::text, 'UTF8')), $3, true, now())`,
}

/** The same writes by hand in one transaction of six statements, prepared, on one connection. */
async function writePayment({ pool, places }: Site, { id, user_id }: OpenLoan): Promise<void> {
  const client = await pool.connect()
  const run = ({ name, text }: typeof lock, values: unknown[]) => client.query({ name, text, values })
  try {
    await client.query('begin')
    const { rows: locked } = await run(lock, [id])
    const before = locked[0].amount_due_cents
    const after = before - CENTS
    const { rows } = await run(insertPayment, [id, user_id, CENTS, before, after, places.admin])
    const payment_id = rows[0].id
    await run(insertEntries, [randomUUID(), CENTS, id, payment_id])
    await run(updateLoan, [id, after])
    const facts = [
      { amount_due_cents: before },
      { loan_id: id, amount_paid_cents: CENTS, amount_due_cents: after },
    ]
    await run(insertTraces, [user_id, `bench:${payment_id}`, places.admin, payment_id, ...facts])
    await run(insertKey, [places.admin, randomUUID(), { payment_id }])
    await client.query('commit')
  } finally {
    client.release()
  }
}

const noLoan: OpenLoan = { id: 0, user_id: 0, amount_due_cents: 0 }

/** Makes the registration of payments over HTTP; each turn pays another loan. */
export async function openPayer(site: Site): Promise<(turn: number) => Promise<void>> {
  const loans = await readLoans(site, 0)
  return (turn) => pay(site, loans[turn % loans.length] ?? noLoan)
}

/** Payments over HTTP with idempotency key against hand-written SQL of the same writes, by processor time. */
export const paymentsRow: Row = {
  name: 'payments',
  title:
    'Payment with idempotency key, ledger, notice and audit, against SQL of the same writes in six statements',
  async measure({ site, rounds }) {
    const payOne = await openPayer(site)
    const writable = await readLoans(site, 1)
    const figures = await interleave(
      site,
      {
        http: { node: 'servers', work: payOne },
        sql: {
          node: 'client',
          work: (turn) => writePayment(site, writable[turn % writable.length] ?? noLoan),
        },
      },
      { ...rounds, rests: true },
    )
    const [http, sql] = [figures('http'), figures('sql')]
    return [
      {
        what: 'payment',
        ratio: round(sql.cpu_ms / http.cpu_ms, 3),
        target: { at_least: 0.6 },
        detail: {
          by_time: round(http.per_s / sql.per_s, 3),
          node: round(sql.node_ms / http.node_ms, 3),
          postgres: round(sql.postgres_ms / http.postgres_ms, 3),
          ...figuresOf('http', http),
          ...figuresOf('sql', sql),
        },
      },
    ]
  },
}
