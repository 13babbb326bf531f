import { passwordErrors } from '@quincena/domain/sessions/access-config'
import type { Db, Deps, Trx } from '../../../lib/deps.ts'
import { AppError } from '../../../lib/errors.ts'
import { verifyPassword } from '../../../lib/passwords.ts'
import { getAccessConfig } from '../queries.ts'
import { attempt } from './attempts.ts'

/** Throws `password_weak` (422) at `field` with what the configured rules ask for. */
export async function requireGoodPassword(db: Db | Trx, password: string, field: string): Promise<void> {
  const missing = passwordErrors(password, await getAccessConfig(db))
  if (missing.length > 0) throw new AppError('password_weak', 422, { texts: { [field]: missing } })
}

const passwordWrong = () =>
  new AppError('password_wrong', 422, { fields: { current_password: 'password_wrong' } })

/**
 * Does `work` after the caller's own password, as one attempt that counts like a sign-in (`account_locked`, 423): what
 * `work` throws is a failure too. Throws `password_wrong` (422) at `current_password` where it is another or none.
 */
export async function withOwnPassword<T>(
  deps: Deps,
  { user_id, password }: { user_id: number; password: string | undefined },
  work: () => Promise<T>,
): Promise<T> {
  const { email, password_hash } = await deps.db
    .selectFrom('app_user')
    .select(['email', 'password_hash'])
    .where('id', '=', user_id)
    .executeTakeFirstOrThrow()
  if (password === undefined) throw passwordWrong()
  return attempt(deps, email, async () => {
    if (!(await verifyPassword(password_hash, password))) throw passwordWrong()
    return work()
  })
}

/** The same, where the password is all the proof that is asked for: a right one ends the count. */
export async function requireOwnPassword(
  deps: Deps,
  user_id: number,
  password: string | undefined,
): Promise<void> {
  await withOwnPassword(deps, { user_id, password }, async () => undefined)
}
