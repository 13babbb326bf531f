import { addDays, type Day, startOfDay } from '@quincena/domain/dates'
import type { Lender } from '@quincena/domain/lender/schema'
import type { ChargeOfLoan, InterestPayload } from '@quincena/domain/letters/payloads'
import { yearPeriod } from '@quincena/domain/letters/rules'
import { paidChargeOn } from '@quincena/domain/loans/books'
import { positionOn } from '@quincena/domain/loans/replay'
import { PAID_OUT_STATES } from '@quincena/domain/loans/rules'
import { sql } from 'kysely'
import { type Actor, isStaff } from '../../../command/context.ts'
import { AppError } from '../../../command/errors.ts'
import type { Db, Trx } from '../../../db/types.ts'
import type { LoanRow } from '../../loans/commands/move-loan.ts'
import { type LoadedLoan, loadLoans } from '../../loans/queries/position.ts'

interface Period {
  from: Day
  to: Day
}

/**
 * What a loan's payments paid of its charge in a period, by value date: money on account of an installment counts on its
 * due date.
 */
function chargeIn({ folio, type }: LoanRow, loaded: LoadedLoan, { from, to }: Period): ChargeOfLoan {
  const until = (day: Day) => paidChargeOn(positionOn(loaded, day), day, loaded.tax)
  const [before, after] = [until(addDays(from, -1)), until(to)]
  return { folio, type, charge_cents: after.interest - before.interest, tax_cents: after.tax - before.tax }
}

/** The worker's loans that took part in the period: paid out before its end, and not paid off before its start. */
const loansIn = (db: Db | Trx, { user_id, from, to }: Period & { user_id: number }) =>
  db
    .selectFrom('loan')
    .selectAll()
    .where('user_id', '=', user_id)
    .where('state', 'in', PAID_OUT_STATES)
    .where('start_day', '<=', to)
    .where((eb) => eb.or([eb('completed_at', 'is', null), eb('completed_at', '>=', startOfDay(from))]))
    .orderBy('id')
    .execute()

interface InterestRequest {
  user: Actor
  user_id: number
  year: number
  today: Day
  lender: Lender
}

async function workerOf(
  db: Db | Trx,
  { user, user_id }: InterestRequest,
): Promise<InterestPayload['worker']> {
  if (!isStaff(user) && user.id !== user_id) throw new AppError('user.not_found', 404)
  return db
    .selectFrom('app_user')
    .select(['curp', 'rfc', sql<string>`trim(concat_ws(' ', first_name, last_name))`.as('name')])
    .where('id', '=', user_id)
    .where('user_type', '=', 'U2')
    .executeTakeFirstOrThrow(() => new AppError('user.not_found', 404))
}

/**
 * Reads the interest and commissions that a worker paid in a calendar year, until `today` in the current one. Throws
 * `user.not_found` (404, also for another worker), `interest_certificate.not_yet` and
 * `interest_certificate.nothing_paid` (409).
 */
export async function readInterestPaid(db: Db | Trx, request: InterestRequest): Promise<InterestPayload> {
  const { user_id, year, today, lender } = request
  const worker = await workerOf(db, request)
  const period = yearPeriod(year, today)
  if (period === null) throw new AppError('interest_certificate.not_yet', 409)
  const rows = await loansIn(db, { ...period, user_id })
  const loaded = await loadLoans(db, rows)
  const loans = rows.flatMap((row) => {
    const one = loaded.get(row.id)
    return one === undefined ? [] : [chargeIn(row, one, period)]
  })
  const paid = loans.filter(({ charge_cents, tax_cents }) => charge_cents > 0 || tax_cents > 0)
  if (paid.length === 0) throw new AppError('interest_certificate.nothing_paid', 409)
  return { lender, worker, year, ...period, loans: paid }
}
