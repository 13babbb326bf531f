import { randomBytes } from 'node:crypto'
import type { PasskeyRequest } from '@quincena/domain/sessions/passkeys'
import { isoOf } from '../../../command/clock.ts'
import type { Db, Trx } from '../../../db/types.ts'
import type { Deps } from '../../../deps.ts'

/** The site that passkeys belong to: its host name, and the origin that browsers report. */
export interface RelyingParty {
  id: string
  origin: string
}

const VALID_MINUTES = 5
export const PASSKEY_TIMEOUT_MS = VALID_MINUTES * 60_000

/** Creates a challenge, valid for 5 minutes and once; with a user only for a new passkey of theirs. */
export async function newChallenge(deps: Deps, user_id: number | null): Promise<string> {
  const challenge = randomBytes(32).toString('base64url')
  const now = deps.clock()
  await deps.db.deleteFrom('passkey_challenge').where('expires_at', '<', isoOf(now)).execute()
  const expires_at = isoOf(now.add({ minutes: VALID_MINUTES }))
  await deps.db.insertInto('passkey_challenge').values({ challenge, user_id, expires_at }).execute()
  return challenge
}

/** Uses a challenge up; false if it is not one of this user's, was used or has expired. */
export async function takeChallenge(
  deps: Pick<Deps, 'clock'>,
  db: Db | Trx,
  { challenge, user_id }: { challenge: string; user_id: number | null },
): Promise<boolean> {
  const taken = await db
    .deleteFrom('passkey_challenge')
    .where('challenge', '=', challenge)
    .where('user_id', 'is not distinct from', user_id)
    .where('expires_at', '>', isoOf(deps.clock()))
    .returning('challenge')
    .executeTakeFirst()
  return taken !== undefined
}

/** Starts a use of any passkey of this site: a sign-in, or the confirmation of a call. */
export async function startPasskeyUse(deps: Deps, { id }: RelyingParty): Promise<PasskeyRequest> {
  const challenge = await newChallenge(deps, null)
  return { challenge, rpId: id, timeout: PASSKEY_TIMEOUT_MS, userVerification: 'required' }
}
