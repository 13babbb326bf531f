import { passwordErrors } from '@quincena/domain/sessions/access-config'
import { AppError } from '../../../command/errors.ts'
import { verifyPassword } from '../../../crypto/passwords.ts'
import type { Db, Trx } from '../../../db/types.ts'
import type { Deps } from '../../../deps.ts'
import { getAccessConfig } from '../queries/access.ts'
import { attempt } from './sign-in-attempts.ts'

/** Throws `password_weak` (422) at `field`, with the configured rules that the password does not meet. */
export async function requireGoodPassword(db: Db | Trx, password: string, field: string): Promise<void> {
  const missing = passwordErrors(password, await getAccessConfig(db))
  if (missing.length > 0) throw new AppError('password_weak', 422, { texts: { [field]: missing } })
}

const passwordWrong = () =>
  new AppError('password_wrong', 422, { fields: { current_password: 'password_wrong' } })

/**
 * Runs `work` after checking the caller's own password, as one attempt that counts like a sign-in (`account_locked`,
 * 423); an error of `work` is a failure too. Throws `password_wrong` (422) at `current_password` if the password is
 * wrong or missing.
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

/** Checks the caller's own password as one attempt, with nothing else to prove: a right password resets the count. */
export async function requireOwnPassword(
  deps: Deps,
  user_id: number,
  password: string | undefined,
): Promise<void> {
  await withOwnPassword(deps, { user_id, password }, async () => undefined)
}
