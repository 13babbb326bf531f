import { type Actor, isStaff } from '../../../command/context.ts'
import { AppError } from '../../../command/errors.ts'
import type { Deps } from '../../../deps.ts'
import { findNoDebtLetter, letterFilename } from '../queries/letters.ts'
import { letterBlocker } from '../queries/no-debt.ts'

/** While the job of a letter is waiting, nobody queues another one. */
const onceInHours = 1 / 60
const retry_after_s = 3

/** A sealed letter's file. */
export interface LetterFile {
  bytes: Uint8Array
  sha256: string
  filename: string
}

/**
 * Gives the sealed no-debt letter of a loan to its worker and to staff. The letter of a loan that was paid off before
 * there were letters is queued at the first request. Throws `loan.not_found` (404, also for another worker's loan),
 * `no_debt_letter.not_yet` and `no_debt_letter.owed_apart` (409) while there is debt, `no_debt_letter.being_made` (503
 * with Retry-After) until the file is made.
 */
export async function getNoDebtLetter(
  deps: Deps,
  { user, loan_id }: { user: Actor; loan_id: number },
): Promise<LetterFile> {
  const loan = await deps.db
    .selectFrom('loan')
    .select(['id', 'user_id', 'state', 'amount_due_cents'])
    .where('id', '=', loan_id)
    .$if(!isStaff(user), (own) => own.where('user_id', '=', user.id))
    .executeTakeFirstOrThrow(() => new AppError('loan.not_found', 404))
  const letter = await findNoDebtLetter(deps.db, loan_id)
  if (letter?.storage_key != null && letter.sha256 !== null) {
    const bytes = await deps.storage.get(letter.storage_key)
    return { bytes, sha256: letter.sha256, filename: letterFilename('no_debt', letter.id) }
  }
  const blocker = await letterBlocker(deps.db, loan)
  if (blocker !== null) throw blocker
  const job = { data: { loan_id }, key: `no-debt letter ${loan_id}`, hours: onceInHours }
  await deps.db.transaction().execute((trx) => deps.queue.sendOnce(trx, 'issue-no-debt-letter', job))
  throw new AppError('no_debt_letter.being_made', 503, { retry_after_s })
}
