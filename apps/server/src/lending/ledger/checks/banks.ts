import { sql } from 'kysely'
import { type CheckGroup, text } from './check.ts'

/** Each bank account has what its payments brought, entry by entry. */
const accounts: CheckGroup = {
  rows: sql`
    with booked as (
      select bank_account_id,
        sum(case when debit_account = 'bank_cash' then amount_cents else -amount_cents end) as amount
      from ledger_entry where bank_account_id is not null group by bank_account_id
    ), paid as (
      select bank_account_id, sum(amount_paid_cents) as amount
      from payment where bank_account_id is not null and reversed_at is null group by bank_account_id
    )
    select account.id, coalesce(paid.amount, 0) as paid, coalesce(booked.amount, 0) as booked
    from bank_account as account
    left join booked on booked.bank_account_id = account.id
    left join paid on paid.bank_account_id = account.id`,
  checks: [
    {
      name: 'bank_account',
      proves: 'en cada cuenta bancaria está lo que se cobró en ella',
      unit: 'cents',
      subject: text('bank_account'),
      expected: sql`paid`,
      found: sql`booked`,
    },
  ],
}

/** An entry that moves money of a bank account names the account of the payment that caused it. */
const accountEntries: CheckGroup = {
  rows: sql`
    select entry.id, entry.bank_account_id, payment.bank_account_id as paid_to
    from ledger_entry as entry
    left join loan_correction as correction on correction.id = entry.correction_id
    left join payment on payment.id = coalesce(entry.payment_id, correction.payment_id)
    where entry.bank_account_id is not null`,
  checks: [
    {
      name: 'bank_entry',
      proves: 'cada renglón de un banco es de un pago que se recibió en esa cuenta',
      unit: 'number',
      subject: text('entry'),
      expected: sql`paid_to`,
      found: sql`bank_account_id`,
    },
  ],
}

/** What payments account for in a line is what the line says, and never more than the line. */
const lines: CheckGroup = {
  rows: sql`
    with matched as (
      select line_id, sum(amount_cents) as amount from bank_match group by line_id
    )
    select line.id, line.matched_cents, coalesce(matched.amount, 0) as matched,
      case when line.explained_as is null then greatest(line.amount_cents, 0) else 0 end as most
    from bank_line as line left join matched on matched.line_id = line.id`,
  checks: [
    {
      name: 'bank_line_matched',
      proves: 'lo conciliado de cada movimiento del banco es la suma de sus pagos',
      unit: 'cents',
      subject: text('bank_line'),
      expected: sql`matched`,
      found: sql`matched_cents`,
    },
    {
      name: 'bank_line_within',
      proves: 'los pagos de un movimiento no suman más que él, y uno que no es pago no tiene ninguno',
      unit: 'cents',
      subject: text('bank_line'),
      expected: sql`least(matched, most)`,
      found: sql`matched`,
    },
  ],
}

/** A match joins a payment in force and a line of one account, with the payment's whole amount. */
const matches: CheckGroup = {
  rows: sql`
    select match.payment_id as id, match.amount_cents, line.bank_account_id as line_account,
      case when match.bank_account_id = payment.bank_account_id then payment.bank_account_id end as payment_account,
      case when payment.reversed_at is null then payment.amount_paid_cents else 0 end as in_force
    from bank_match as match
    left join payment on payment.id = match.payment_id
    left join bank_line as line on line.id = match.line_id`,
  checks: [
    {
      name: 'bank_match_account',
      proves: 'cada pago conciliado está en la cuenta de su movimiento',
      unit: 'number',
      subject: text('payment'),
      expected: sql`line_account`,
      found: sql`payment_account`,
    },
    {
      name: 'bank_match_amount',
      proves: 'cada pago conciliado está vigente y cuenta completo',
      unit: 'cents',
      subject: text('payment'),
      expected: sql`in_force`,
      found: sql`amount_cents`,
    },
  ],
}

/**
 * A proved payment has its proof: a line that somebody other than its registrar brought or chose, or a voucher that a
 * second person confirmed. `has_line` is what the matches say.
 */
const proofs: CheckGroup = {
  rows: sql`
    select payment.id, payment.has_line, match.payment_id is not null as is_matched,
      case payment.proof
        when 'matched' then statement.uploaded_by <> payment.registered_by
          and match.matched_by is distinct from payment.registered_by
        when 'confirmed' then payment.voucher_id is not null and payment.proof_by <> payment.registered_by
        else true end as is_proved
    from payment
    left join bank_match as match on match.payment_id = payment.id
    left join bank_line as line on line.id = match.line_id
    left join bank_statement as statement on statement.id = line.statement_id
    where payment.bank_account_id is not null and payment.reversed_at is null`,
  checks: [
    {
      name: 'payment_proof',
      proves: 'cada pago comprobado tiene su movimiento del banco o su comprobante, y a una segunda persona',
      unit: 'number',
      subject: text('payment'),
      expected: sql`1`,
      found: sql`coalesce(is_proved, false)::integer`,
    },
    {
      name: 'payment_has_line',
      proves: 'un pago dice que está en el banco si un movimiento lo muestra',
      unit: 'number',
      subject: text('payment'),
      expected: sql`is_matched::integer`,
      found: sql`has_line::integer`,
    },
  ],
}

export const bankGroups = [accounts, accountEntries, lines, matches, proofs]
