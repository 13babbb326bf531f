import type { PasskeyBody, PasskeyCreation, PasskeyRow } from '@quincena/domain/sessions/passkeys'
import { wordsOf } from '@quincena/domain/texts/notice-words'
import { isoOf } from '../../../command/clock.ts'
import type { CommandContext } from '../../../command/context.ts'
import { AppError } from '../../../command/errors.ts'
import type { Trx } from '../../../db/types.ts'
import type { Deps } from '../../../deps.ts'
import { writeAudit } from '../../../platform/audit/commands/write-audit.ts'
import { notifyOfSecurityChange } from '../notices/security-change.ts'
import { hasFactor } from '../queries/two-factor.ts'
import { issueRecoveryCodes } from './enable-two-factor.ts'
import { endSessions } from './end-session.ts'
import { newChallenge, PASSKEY_TIMEOUT_MS, type RelyingParty, takeChallenge } from './passkey-challenges.ts'
import { withOwnPassword } from './require-password.ts'
import { markFactor } from './use-factor.ts'

/** Ed25519, ECDSA with P-256, RSA (COSE), in this order of preference. */
const algorithms = [-8, -7, -257]

/** Starts a new passkey of the caller. It must verify its user (PIN, fingerprint), so it is two factors by itself. */
export async function startPasskey(
  deps: Deps,
  { user }: CommandContext,
  party: RelyingParty,
): Promise<PasskeyCreation> {
  const { email, first_name, last_name } = await deps.db
    .selectFrom('app_user')
    .select(['email', 'first_name', 'last_name'])
    .where('id', '=', user.id)
    .executeTakeFirstOrThrow()
  const known = await deps.db
    .selectFrom('passkey')
    .select('credential_id as id')
    .where('user_id', '=', user.id)
    .execute()
  return {
    rp: { id: party.id, name: deps.brand.current().trade_name },
    user: {
      id: Buffer.from(`quincena:${user.id}`).toString('base64url'),
      name: email,
      displayName: `${first_name} ${last_name}`,
    },
    challenge: await newChallenge(deps, user.id),
    pubKeyCredParams: algorithms.map((alg) => ({ type: 'public-key', alg })),
    timeout: PASSKEY_TIMEOUT_MS,
    excludeCredentials: known.map(({ id }) => ({ id, type: 'public-key' })),
    authenticatorSelection: {
      residentKey: 'required',
      requireResidentKey: true,
      userVerification: 'required',
    },
    attestation: 'none',
  }
}

interface NewPasskey {
  context: CommandContext
  body: PasskeyBody
  party: RelyingParty
}

async function verifyNew(deps: Deps, { context, body, party }: NewPasskey) {
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server')
  const { transports = [], ...response } = body.passkey.response
  const user_id = context.user.id
  const verified = await verifyRegistrationResponse({
    response: { ...body.passkey, response, clientExtensionResults: {} },
    expectedChallenge: (challenge) => takeChallenge(deps, deps.db, { challenge, user_id }),
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    supportedAlgorithmIDs: algorithms,
  }).catch(() => null) // the library throws a plain Error for each wrong part
  if (verified?.verified !== true) throw new AppError('passkey_refused', 422)
  const { id, publicKey, counter } = verified.registrationInfo.credential
  return {
    ...{ credential_id: id, public_key: Buffer.from(publicKey), counter },
    transports: transports.join(','),
  }
}

async function storePasskey(deps: Deps, trx: Trx, added: NewPasskey) {
  const { context, body } = added
  const user_id = context.user.id
  const credential = await verifyNew(deps, added)
  // Locks the user, so that of two first factors only one issues recovery codes.
  await trx.selectFrom('app_user').select('id').where('id', '=', user_id).forNoKeyUpdate().execute()
  const isFirst = !(await hasFactor(trx, user_id))
  const passkey = await trx
    .insertInto('passkey')
    .values({ ...credential, user_id, name: body.name, created_at: isoOf(deps.clock()), last_used_at: null })
    .returning(['id', 'name', 'created_at', 'last_used_at'])
    .executeTakeFirstOrThrow()
  if (isFirst) await markFactor(deps, trx, context)
  await endSessions(deps, trx, { user_id, except: context.session_id })
  await writeAudit(deps, trx, {
    context,
    action: 'passkey.added',
    subject: ['user', user_id],
    after: { name: body.name },
  })
  await notifyOfSecurityChange(deps, trx, {
    user_id,
    words: wordsOf('notice_passkey_added', { passkey: body.name }),
  })
  return { passkey, recovery_codes: isFirst ? await issueRecoveryCodes(deps, trx, user_id) : null }
}

/**
 * Adds a passkey of the caller with their password, and ends their other sessions. If it is the first factor, it counts
 * as used in this session, and recovery codes are returned, once. Throws `password_wrong`, `passkey_refused` (422),
 * `passkey.known` (409), `account_locked` (423).
 */
export async function addPasskey(
  deps: Deps,
  added: NewPasskey,
): Promise<{ passkey: PasskeyRow; recovery_codes: string[] | null }> {
  const proof = { context: added.context, password: added.body.current_password }
  return withOwnPassword(deps, proof, () =>
    deps.db.transaction().execute((trx) => storePasskey(deps, trx, added)),
  )
}
