import type { PasskeyAnswer } from '@quincena/domain/sessions/passkeys'
import { isoOf } from '../../../command/clock.ts'
import { AppError } from '../../../command/errors.ts'
import type { Deps } from '../../../deps.ts'
import { type RelyingParty, takeChallenge } from './passkey-challenges.ts'

interface Check {
  answer: PasskeyAnswer
  party: RelyingParty
}

async function findPasskey(deps: Deps, credential_id: string) {
  return deps.db
    .selectFrom('passkey')
    .selectAll()
    .where('credential_id', '=', credential_id)
    .executeTakeFirst()
}
type StoredPasskey = NonNullable<Awaited<ReturnType<typeof findPasskey>>>

/** Verifies origin, site, user verification and signature; null if any is wrong. */
async function verify(deps: Deps, stored: StoredPasskey, { answer, party }: Check) {
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server')
  const { credential_id: id, public_key, counter } = stored
  const verified = await verifyAuthenticationResponse({
    response: { ...answer, clientExtensionResults: {} },
    expectedChallenge: (challenge) => takeChallenge(deps, deps.db, { challenge, user_id: null }),
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    credential: { id, publicKey: new Uint8Array(public_key), counter },
  }).catch(() => null) // the library throws a plain Error for each wrong part
  return verified?.verified === true ? verified.authenticationInfo : null
}

/**
 * Checks a passkey's answer to a challenge and returns whose it is. Throws `passkey_invalid` (401) for an unknown
 * passkey, a wrong site or signature, a used challenge, or a counter that did not grow (a copied key).
 */
export async function checkPasskey(deps: Deps, check: Check): Promise<{ user_id: number }> {
  const stored = await findPasskey(deps, check.answer.id)
  const used = stored === undefined ? null : await verify(deps, stored, check)
  if (stored === undefined || used === null) throw new AppError('passkey_invalid', 401)
  const { numUpdatedRows } = await deps.db
    .updateTable('passkey')
    .set({ counter: used.newCounter, last_used_at: isoOf(deps.clock()) })
    .where('id', '=', stored.id)
    .where('counter', '=', stored.counter)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw new AppError('passkey_invalid', 401)
  return { user_id: stored.user_id }
}
