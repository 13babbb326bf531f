import { passwordErrors } from '@quincena/domain/sessions/access-config'
import type { Db, Deps, Trx } from '../../../lib/deps.ts'
import { AppError } from '../../../lib/errors.ts'
import { verifyPassword } from '../../../lib/passwords.ts'
import { getAccessConfig } from '../queries.ts'
import { countAttempt, forgetAttempts } from './attempts.ts'

/** Throws `password_weak` (422) at `field` with what the configured rules ask for. */
export async function requireGoodPassword(db: Db | Trx, password: string, field: string): Promise<void> {
  const missing = passwordErrors(password, await getAccessConfig(db))
  if (missing.length > 0) throw new AppError('password_weak', 422, { texts: { [field]: missing } })
}

/**
 * Throws `password_wrong` (422) at `current_password` unless it is the caller's own. Tries count like sign-ins
 * (`account_locked`, 423), and this one stays counted until the act that asked has its other proofs as well
 * (`forgetAttempts`, of the address answered here).
 */
export async function tryOwnPassword(
  deps: Deps,
  user_id: number,
  password: string | undefined,
): Promise<string> {
  const { email, password_hash } = await deps.db
    .selectFrom('app_user')
    .select(['email', 'password_hash'])
    .where('id', '=', user_id)
    .executeTakeFirstOrThrow()
  const { attemptsBeforeLock } = await getAccessConfig(deps.db)
  if (password !== undefined) await countAttempt(deps, email, attemptsBeforeLock)
  if (password === undefined || !(await verifyPassword(password_hash, password))) {
    throw new AppError('password_wrong', 422, { fields: { current_password: 'password_wrong' } })
  }
  return email
}

/** The same, where the password is all the proof that is asked for: a right one ends the count. */
export async function requireOwnPassword(
  deps: Deps,
  user_id: number,
  password: string | undefined,
): Promise<void> {
  const email = await tryOwnPassword(deps, user_id, password)
  await deps.db.transaction().execute((trx) => forgetAttempts(trx, email))
}
