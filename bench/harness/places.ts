import type pg from 'pg'

/** Records of the generated data to look at: of the middle, neither the newest nor the oldest. */
export interface Places {
  admin: number
  worker: number
  company: number
  /** A loan in force of the worker, with an order and payments. */
  loan: number
  order: number
  payment: number
  /** A matched and a waiting line of the bank statement. */
  line: number
  statement: number
  /** A recent day, `YYYY-MM-DD`, and its year. */
  day: string
  year: string
}

/** Reads the records. Throws if the database is not filled. */
export async function readPlaces(pool: pg.Pool): Promise<Places> {
  const { rows } = await pool.query(`
    with middle as (
      select loan.id, loan.user_id, loan.company_id from loan join transfer on transfer.loan_id = loan.id
      where loan.type = 'credit' and loan.state in ('active', 'overdue')
        and loan.user_id >= (select min(id) + count(*) / 2 from app_user where email like 'trabajador%@b%')
        and exists (select from payment where loan_id = loan.id)
      order by loan.user_id, loan.id limit 1
    )
    select (select id from app_user where email = 'admin@demo.quincena.mx') as admin,
      middle.user_id as worker, middle.company_id as company, middle.id as loan,
      (select id from transfer where loan_id = middle.id limit 1) as order,
      (select id from payment where loan_id = middle.id order by id limit 1) as payment,
      (select id from bank_line where explained_as is null and matched_cents = 0 and amount_cents > 0
        order by id limit 1) as line,
      (select max(id) from bank_statement) as statement,
      to_char(now() - interval '30 days', 'YYYY-MM-DD') as day
    from middle`)
  const [places] = rows
  if (places === undefined) throw new Error('the database is not filled')
  return { ...places, year: places.day.slice(0, 4) }
}

/** Puts the ids of records into a path: WORKER, COMPANY, LOAN, ORDER, PAYMENT, LINE, STATEMENT, DAY and YEAR. */
export function pathOf(path: string, places: Places): string {
  return Object.entries(places).reduce(
    (text, [name, value]) => text.replaceAll(name.toUpperCase(), String(value)),
    path,
  )
}
