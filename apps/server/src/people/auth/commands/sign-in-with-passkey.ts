import type { PasskeyLoginBody } from '@quincena/domain/sessions/passkeys'
import { AppError } from '../../../command/errors.ts'
import type { Deps } from '../../../deps.ts'
import type { Origin } from '../../../http/request.ts'
import { getAccessConfig } from '../queries/access.ts'
import { findPerson } from '../queries/person.ts'
import { checkPasskey } from './check-passkey.ts'
import type { RelyingParty } from './passkey-challenges.ts'
import { recordFailure } from './record-failure.ts'
import { completeSignIn, type OpenedSession, refuseBlocked } from './sign-in.ts'

/** The address of a passkey's owner; empty for an unknown passkey. */
async function emailOf(deps: Deps, credential_id: string): Promise<string> {
  const owner = await deps.db
    .selectFrom('passkey')
    .innerJoin('app_user', 'app_user.id', 'passkey.user_id')
    .select('app_user.email')
    .where('credential_id', '=', credential_id)
    .executeTakeFirst()
  return owner?.email ?? ''
}

/**
 * Signs a user in with a passkey, which verified its user and so is two factors. Wrong passwords of others do not lock
 * it; a refused answer is recorded as a failed sign-in. Throws `passkey_invalid`, `account_disabled` and `password_expired` (401).
 */
export async function signInWithPasskey(
  deps: Deps,
  { origin, party, body }: { origin: Origin; party: RelyingParty; body: PasskeyLoginBody },
): Promise<OpenedSession> {
  const { user_id } = await checkPasskey(deps, { answer: body.passkey, party }).catch(
    async (error: unknown) => {
      const email = await emailOf(deps, body.passkey.id)
      if (error instanceof AppError) await recordFailure(deps, { email, outcome: 'wrong_passkey', origin })
      throw error
    },
  )
  const person = await findPerson(deps.db, { id: user_id })
  if (person === undefined) throw new AppError('passkey_invalid', 401)
  const config = await getAccessConfig(deps.db)
  refuseBlocked(deps, person, config)
  return completeSignIn(deps, person, { origin, body, config, has_given_code: true, attempt: null })
}
