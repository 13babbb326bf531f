import type { PlannedLoan } from '@quincena/domain/loan-imports/plan-loan'
import type { Cents } from '@quincena/domain/money'
import { isoOf } from '../../../command/clock.ts'
import type { Trx } from '../../../db/types.ts'
import type { Deps } from '../../../deps.ts'
import { divisionColumns } from './write-position.ts'

/** An imported loan and its history of payments to the former system, in their order. */
export interface ImportedHistory {
  loan_id: number
  user_id: number
  planned: PlannedLoan
}

interface InsertedPayment {
  id: number
  loan_id: number
  amount: Cents
}

const MOST_ROWS = 300

/**
 * Inserts the payments that imported loans had in the former system, as the model divides them. Their money is in no
 * account of the lender here; the caller posts them. Returns them by loan.
 */
export async function insertImportedPayments(
  deps: Pick<Deps, 'clock'>,
  trx: Trx,
  { registered_by, histories }: { registered_by: number; histories: readonly ImportedHistory[] },
): Promise<Map<number, InsertedPayment[]>> {
  const created_at = isoOf(deps.clock())
  const rows = histories.flatMap(({ loan_id, user_id, planned: { loan, divisions } }) =>
    loan.facts.payments.map(({ day, amount, channel, reference = null, excess }, index) => {
      const division = divisions[index]
      if (division === undefined) throw new Error(`Payment ${index} of loan ${loan_id} has no division`)
      return {
        ...{ loan_id, user_id, registered_by, is_imported: true, created_at },
        ...{ amount_paid_cents: amount, value_date: day, channel, reference, excess },
        ...divisionColumns(division),
      }
    }),
  )
  const inserted: InsertedPayment[] = []
  for (let at = 0; at < rows.length; at += MOST_ROWS) {
    const part = await trx
      .insertInto('payment')
      .values(rows.slice(at, at + MOST_ROWS))
      .returning(['id', 'loan_id', 'amount_paid_cents as amount'])
      .execute()
    inserted.push(...part)
  }
  return Map.groupBy(inserted, ({ loan_id }) => loan_id)
}
