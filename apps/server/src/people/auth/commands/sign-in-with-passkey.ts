import type { PasskeyLoginBody } from '@quincena/domain/sessions/passkeys'
import { AppError } from '../../../command/errors.ts'
import type { Deps } from '../../../deps.ts'
import type { Origin } from '../../../http/request.ts'
import { getAccessConfig } from '../queries/access.ts'
import { checkPasskey } from './check-passkey.ts'
import type { RelyingParty } from './passkey-challenges.ts'
import { completeSignIn, findPerson, type OpenedSession, refuseBlocked } from './sign-in.ts'

/**
 * Signs a user in with a passkey, which verified its user and so is two factors. Wrong passwords of others do not lock
 * it. Throws `passkey_invalid`, `account_disabled` and `password_expired` (401).
 */
export async function signInWithPasskey(
  deps: Deps,
  { origin, party, body }: { origin: Origin; party: RelyingParty; body: PasskeyLoginBody },
): Promise<OpenedSession> {
  const { user_id } = await checkPasskey(deps, { answer: body.passkey, party })
  const person = await findPerson(deps, { id: user_id })
  if (person === undefined) throw new AppError('passkey_invalid', 401)
  const config = await getAccessConfig(deps.db)
  refuseBlocked(deps, person, config)
  return completeSignIn(deps, person, { origin, body, config, has_given_code: true })
}
