import { createHash } from 'node:crypto'
import { isoOf } from '../../../command/clock.ts'
import type { Trx } from '../../../db/types.ts'
import type { Deps } from '../../../deps.ts'
import { lockLoan } from '../../loans/commands/move-loan.ts'
import { findNoDebtLetter } from '../queries/letters.ts'
import { letterBlocker, readNoDebt } from '../queries/no-debt.ts'
import { sealLetter } from './seal-letter.ts'

/** A payload as its column has it, with the hash that tells equal ones. */
export function storedPayload(payload: object) {
  const text = JSON.stringify(payload)
  return { payload: text, payload_sha256: createHash('sha256').update(text).digest('hex') }
}

/** The valid letter of a loan; a new one, with its folio and what it states, if there is none. Null if there is debt. */
async function ensureLetter(deps: Deps, trx: Trx, loan_id: number): Promise<number | null> {
  const loan = await lockLoan(trx, loan_id)
  if ((await letterBlocker(trx, loan)) !== null) return null
  const valid = await findNoDebtLetter(trx, loan_id)
  if (valid !== undefined) return valid.id
  const payload = await readNoDebt(trx, { loan, lender: deps.brand.current().lender })
  const { id } = await trx
    .insertInto('letter')
    .values({
      ...{ kind: 'no_debt', user_id: loan.user_id, loan_id, created_at: isoOf(deps.clock()) },
      ...storedPayload(payload),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/**
 * Issues the no-debt letter of a loan that is paid off: first its folio and what it states, then the sealed file. A run
 * that was cut goes on where it ended; a loan with debt, and one whose letter has its file, stay as they are.
 */
export async function issueNoDebtLetter(deps: Deps, { loan_id }: { loan_id: number }): Promise<void> {
  const letter_id = await deps.db.transaction().execute((trx) => ensureLetter(deps, trx, loan_id))
  if (letter_id !== null) await sealLetter(deps, { letter_id })
}
