import { isoOf } from '../../../command/clock.ts'
import { AppError } from '../../../command/errors.ts'
import { hashToken } from '../../../crypto/tokens.ts'
import type { Db, Trx } from '../../../db/types.ts'
import type { Deps } from '../../../deps.ts'
import type { Origin } from '../../../http/request.ts'
import type { OidcIdentity } from '../../../integrations/oidc/oidc-client.ts'
import { writeAudit } from '../../../platform/audit/commands/write-audit.ts'
import { notifyOfSecurityChange } from '../notices/security-change.ts'
import type { Person } from '../queries/person.ts'

/** An identity at a provider: the issuer and its name for the person, which it never gives to another. */
export type IdentityKey = Pick<OidcIdentity, 'issuer' | 'subject'>

/** The user whom an identity is bound to; undefined before the first sign-in. */
export async function findBoundUser(
  db: Db | Trx,
  { issuer, subject }: IdentityKey,
): Promise<number | undefined> {
  const bond = await db
    .selectFrom('oidc_identity')
    .select('user_id')
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst()
  return bond?.user_id
}

/** Whether a user is bound to an identity, of this issuer if one is named. */
export async function isBound(
  db: Db | Trx,
  { user_id, issuer }: { user_id: number; issuer?: string },
): Promise<boolean> {
  const bond = await db
    .selectFrom('oidc_identity')
    .select('subject')
    .where('user_id', '=', user_id)
    .$if(issuer !== undefined, (bonds) => bonds.where('issuer', '=', issuer ?? ''))
    .limit(1)
    .executeTakeFirst()
  return bond !== undefined
}

const title = 'Ligaste tu cuenta de la empresa'
const message =
  'Desde ahora puedes entrar con tu cuenta de la empresa. Si no fuiste tú, avisa enseguida a un administrador: puede desligarla.'

/**
 * Binds a user to an identity at the first sign-in with it, and notifies the user; later it only checks the bond. Throws
 * `oidc.other_identity` (401) if the user or the identity is bound otherwise.
 */
export async function bindIdentity(
  deps: Deps,
  trx: Trx,
  { person, identity, origin }: { person: Person; identity: IdentityKey; origin: Origin },
): Promise<void> {
  const { issuer, subject } = identity
  const added = await trx
    .insertInto('oidc_identity')
    .values({ user_id: person.id, issuer, subject, created_at: isoOf(deps.clock()) })
    .onConflict((conflict) => conflict.doNothing())
    .returning('user_id')
    .executeTakeFirst()
  if (added === undefined) {
    if ((await findBoundUser(trx, identity)) === person.id) return
    throw new AppError('oidc.other_identity', 401)
  }
  const { id } = person
  await writeAudit(deps, trx, {
    context: { user: { id }, ...origin },
    action: 'oidc.bound',
    subject: ['user', id],
    after: { issuer, subject },
  })
  await notifyOfSecurityChange(deps, trx, { user_id: id, title, message })
}

/** Forgets which identities a user is bound to; returns whether there was one. */
export async function forgetIdentities(trx: Trx, user_id: number): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('oidc_identity')
    .where('user_id', '=', user_id)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Uses a sign-in at a provider up; false if it was used before. Two requests at once: one gets true. */
export async function takeOnce(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { key, expires_at }: { key: string; expires_at: string },
): Promise<boolean> {
  await db.deleteFrom('oidc_used').where('expires_at', '<', isoOf(clock())).execute()
  const added = await db
    .insertInto('oidc_used')
    .values({ key_hash: hashToken(`oidc ${key}`), expires_at })
    .onConflict((conflict) => conflict.doNothing())
    .returning('expires_at')
    .executeTakeFirst()
  return added !== undefined
}
