import { NEAR_DAYS } from '@quincena/domain/bank-statements/rules'
import { type RawBuilder, sql } from 'kysely'
import { isoOf } from '../../../command/clock.ts'
import type { Trx } from '../../../db/types.ts'
import type { LineMatcher } from '../../../treasury/bank-statements/handlers.ts'
import { proveByLines } from '../../payments/commands/prove-payment.ts'

/** Deposits of the account that no payment accounts for, and payments of it that no line shows. */
const candidates = (bank_account_id: number) => sql`
  lines as materialized (
    select id, day, reference_key as key, amount_cents as amount from bank_line
    where bank_account_id = ${bank_account_id} and explained_as is null and matched_cents = 0 and amount_cents > 0
  ), payments as materialized (
    select payment.id, value_date as day, reference_key(reference) as key, amount_paid_cents as amount
    from open_bank_payment join payment using (id)
    where open_bank_payment.bank_account_id = ${bank_account_id}
  )`

const daysOf = (count: number) => sql`make_interval(days => ${count})`

/**
 * Lines and payments with equal `parts` that are the only ones of their kind within `days` of each other. Windows count
 * them, so that a thousand equal amounts of a day cost a sort and not a million pairs.
 */
function onlyPairs(parts: RawBuilder<unknown>, days: number) {
  return sql`
    kinds as (
      select true as is_line, id, day, ${parts} as part from lines
      union all select false, id, day, ${parts} from payments
    ), counted as (
      select kinds.*, count(*) filter (where is_line) over near as near_lines,
        count(*) filter (where not is_line) over near as near_payments
      from kinds where part is not null
      window near as (partition by part order by day
        range between ${daysOf(days)} preceding and ${daysOf(days)} following)
    ), pairs as (
      select line.id as line_id, paid.id as payment_id
      from counted as line join counted as paid on paid.part = line.part and not paid.is_line
        and paid.day between line.day - ${days}::int and line.day + ${days}::int
      where line.is_line and line.near_payments = 1 and line.near_lines = 1 and paid.near_lines = 1
        and paid.near_payments = 1
    )`
}

/** Lines whose amount is the sum of several payments with their reference: an employer's deposit for many workers. */
const sumPairs = sql`
  sums as (
    select key, sum(amount) as amount, min(day) as first, max(day) as last from payments
    where key is not null group by key having count(*) > 1
  ), fitting as (
    select lines.id as line_id, sums.key, count(*) over (partition by sums.key) as lines_of_key
    from sums join lines on lines.key = sums.key and lines.amount = sums.amount
    where sums.first >= lines.day - ${NEAR_DAYS.reference}::int and sums.last <= lines.day + ${NEAR_DAYS.reference}::int
  ), pairs as (
    select line_id, payments.id as payment_id from fitting join payments using (key) where lines_of_key = 1
  )`

interface Matching {
  bank_account_id: number
  rule: 'reference' | 'reference_sum' | 'amount'
  pairs: RawBuilder<unknown>
  now: string
}

/** Matches the pairs of one rule with one statement. The payments are locked: one that is reversed meanwhile drops out. */
async function insertPairs(trx: Trx, { bank_account_id, rule, pairs, now }: Matching): Promise<number[]> {
  const { rows } = await sql<{ payment_id: number }>`
    with ${candidates(bank_account_id)}, ${pairs}, chosen as materialized (select * from pairs), locked as materialized (
      select payment.id, payment.amount_paid_cents from payment
      where payment.id in (select payment_id from chosen) and reversed_at is null
      for no key update
    )
    insert into bank_match (payment_id, line_id, bank_account_id, amount_cents, rule, matched_at)
    select locked.id, chosen.line_id, ${bank_account_id}, locked.amount_paid_cents, ${rule}, ${now}::timestamptz
    from chosen join locked on locked.id = chosen.payment_id
    returning payment_id`.execute(trx)
  return rows.map(({ payment_id }) => payment_id)
}

const byReference = onlyPairs(sql`key || ' ' || amount`, NEAR_DAYS.reference)
const byAmount = onlyPairs(sql`amount::text`, NEAR_DAYS.amount)

/**
 * Matches the open lines of a locked account with its payments, three statements for any number of lines: by the same
 * reference and amount, by the sum of a reference's payments, and by amount and day where both are the only ones.
 * Returns how many payments it matched; the rest waits for a person, with suggestions.
 */
export const matchLines: LineMatcher = async (deps, trx, { bank_account_id, context }) => {
  const now = isoOf(deps.clock())
  const found: number[] = []
  const rules = [
    ['reference', byReference],
    ['reference_sum', sumPairs],
    ['amount', byAmount],
  ] as const
  for (const [rule, pairs] of rules)
    found.push(...(await insertPairs(trx, { bank_account_id, rule, pairs, now })))
  await proveByLines(deps, trx, { context, payment_ids: found })
  return found.length
}
