import type { Place } from './generate/loan-plan.ts'

/** SQL for the generated payments that a bank received and that nobody reversed. */
const received = ({ payment }: Place) =>
  `payment.id > ${payment} and bank_account_id is not null and reversed_at is null`

/**
 * SQL that writes a statement of the default bank account: a deposit for each payment, all but one of a hundred matched
 * with it, and a bank fee for every fifty of them, half of which are explained.
 */
export const bankLines = (place: Place): string[] => [
  `with statement as (
    insert into bank_statement (bank_account_id, file_name, file_sha256, uploaded_by, headers, state, rows_total,
      added_count, created_at, finished_at)
    select ${place.bank_account}, 'estado.csv', sha256('estado'), ${place.manager}, '[]', 'finished', count(*), count(*),
      now(), now()
    from payment where ${received(place)} returning id
  ), deposit as (
    insert into bank_line (bank_account_id, statement_id, number, day, description, reference, amount_cents, occurrence,
      matched_cents, created_at)
    select bank_account_id, statement.id, payment.id, value_date, 'SPEI RECIBIDO', 'P' || payment.id, amount_paid_cents, 1,
      case when has_line then amount_paid_cents else 0 end, payment.created_at
    from payment, statement where ${received(place)} order by value_date, payment.id
  )
  insert into bank_line (bank_account_id, statement_id, number, day, description, reference, amount_cents, occurrence,
    explained_as, explanation, explained_by, explained_at, created_at)
  select bank_account_id, statement.id, payment.id, value_date, 'COMISION', 'C' || payment.id, -1160, 1,
    why, case when why is not null then 'Comisión mensual' end, case when why is not null then ${place.manager} end,
    case when why is not null then now() end, payment.created_at
  from statement, payment, lateral (select case when payment.id % 100 = 0 then 'bank_fee' end as why) as explained
  where ${received(place)} and payment.id % 50 = 0`,
  `insert into bank_match (payment_id, line_id, bank_account_id, amount_cents, rule, matched_at)
    select payment.id, line.id, line.bank_account_id, line.amount_cents, 'reference', now()
    from bank_line as line join payment on line.reference = 'P' || payment.id and has_line
    where ${received(place).replace('bank_account_id', 'payment.bank_account_id')}`,
]
