import { passwordErrors, passwordRulesOf } from '@quincena/domain/sessions/access-config'
import type { UserType } from '@quincena/domain/users/schema'
import type { CommandContext } from '../../../command/context.ts'
import { AppError } from '../../../command/errors.ts'
import { countOtherLetters, passwordScore } from '../../../crypto/password-strength.ts'
import type { Db, Trx } from '../../../db/types.ts'
import type { Deps } from '../../../deps.ts'
import { getAccessConfig } from '../queries/access.ts'
import { verifyPassword } from './hash-password.ts'
import { attempt, passwordScope } from './sign-in-attempts.ts'

/** The least score of a new password (`passwordScore`). */
const leastScores = { U0: 3, U1: 3, U2: 2 } satisfies Record<UserType, number>

/** The letters of a new password beside the user's own words and those of the product. */
const leastOtherLetters = { U0: 8, U1: 8, U2: 6 } satisfies Record<UserType, number>

export interface NewPassword {
  password: string
  /** The field of the form that shows why the password is refused. */
  field: string
  /** Whose password it becomes; it must not contain little more than their name or e-mail address. */
  person: { user_type: UserType; email: string; first_name: string; last_name: string }
}

/**
 * Throws `password_weak` (422) at `field` with the configured rules that the password does not meet, and
 * `password_guessable` (422) if it is common, personal or otherwise easy to guess. Passwords that exist keep working.
 */
export async function requireGoodPassword(
  db: Db | Trx,
  { password, field, person }: NewPassword,
): Promise<void> {
  const { user_type, email, first_name, last_name } = person
  const missing = passwordErrors(password, passwordRulesOf(await getAccessConfig(db), user_type))
  if (missing.length > 0) throw new AppError('password_weak', 422, { texts: { [field]: missing } })
  const known = ['quincena', email, first_name, last_name]
  const isPersonal = countOtherLetters(password, known) < leastOtherLetters[user_type]
  if (isPersonal || (await passwordScore(password, known)) < leastScores[user_type])
    throw new AppError('password_guessable', 422, { fields: { [field]: 'password_guessable' } })
}

const passwordWrong = () =>
  new AppError('password_wrong', 422, { fields: { current_password: 'password_wrong' } })

/**
 * Runs `work` after checking the caller's own password, as one attempt (`account_locked`, 423) that counts in the
 * caller's session, apart from sign-ins and other sessions; an error of `work` is a failure too. Throws `password_wrong` (422) at `current_password` if the password is
 * wrong or missing.
 */
export async function withOwnPassword<T>(
  deps: Deps,
  { context, password }: { context: CommandContext; password: string | undefined },
  work: (person: { email: string }) => Promise<T>,
): Promise<T> {
  const { email, password_hash } = await deps.db
    .selectFrom('app_user')
    .select(['email', 'password_hash'])
    .where('id', '=', context.user.id)
    .executeTakeFirstOrThrow()
  if (password === undefined) throw passwordWrong()
  return attempt(deps, { email, scope: passwordScope(context.session_id) }, async () => {
    if (!(await verifyPassword(password_hash, password))) throw passwordWrong()
    return work({ email })
  })
}

/** Checks the caller's own password as one attempt, with nothing else to prove: a right password resets the count. */
export async function requireOwnPassword(
  deps: Deps,
  context: CommandContext,
  password: string | undefined,
): Promise<void> {
  await withOwnPassword(deps, { context, password }, async () => undefined)
}
