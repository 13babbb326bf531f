import type { UserType } from '@quincena/domain/users/schema'
import { isoOf } from '../../../command/clock.ts'
import { isStaff } from '../../../command/context.ts'
import { AppError } from '../../../command/errors.ts'
import type { Deps } from '../../../deps.ts'
import {
  OIDC_MAX_AGE_HOURS,
  type OidcClient,
  type OidcIdentity,
} from '../../../integrations/oidc/oidc-client.ts'
import { findPerson, type Person } from '../queries/person.ts'
import { findBoundUser, isBound } from './oidc-identities.ts'

/** The provider in use. Throws `oidc.not_configured` (409). */
export function clientOf({ oidc }: Deps): OidcClient {
  if (oidc === null) throw new AppError('oidc.not_configured', 409)
  return oidc
}

/**
 * The person of an identity: the one whom it is bound to, before the first sign-in the one with the verified address. An
 * address that changes at the provider later opens no other account. Throws `oidc.email_unverified`,
 * `oidc.no_account`, for workers too, and `oidc.other_identity` (401) if the person is bound to another identity.
 */
export async function findOwner(deps: Deps, identity: OidcIdentity): Promise<Person> {
  const bound_id = await findBoundUser(deps.db, identity)
  const { email, is_email_verified } = identity
  if (bound_id === undefined && (email === null || !is_email_verified))
    throw new AppError('oidc.email_unverified', 401)
  const person = await findPerson(deps.db, bound_id === undefined ? { email: email ?? '' } : { id: bound_id })
  if (person === undefined || !isStaff(person)) throw new AppError('oidc.no_account', 401)
  if (bound_id === undefined && (await isBound(deps.db, { user_id: person.id, issuer: identity.issuer })))
    throw new AppError('oidc.other_identity', 401)
  return person
}

const typeNames: Record<UserType, string> = { U0: 'administrador', U1: 'gerente', U2: 'trabajador' }

/**
 * Requires that the person's groups give exactly the user type that the account has. The provider never changes it: a
 * change of role takes two people here. Throws `oidc.wrong_group` (401), whose text names the groups that would do.
 */
export function requireGroup(
  { settings }: OidcClient,
  { groups }: OidcIdentity,
  { user_type }: Person,
): void {
  const types = new Set(groups.flatMap((name) => settings.groups.get(name) ?? []))
  if (types.size === 1 && types.has(user_type as 'U0' | 'U1')) return
  const right = [...settings.groups].filter(([, type]) => type === user_type).map(([name]) => `«${name}»`)
  const others = [...settings.groups].filter(([, type]) => type !== user_type && types.has(type))
  const leave = others.map(([name]) => `«${name}»`).join(', ')
  const join = right.length === 0 ? 'que dé acceso a tu rol' : `que te ponga en el grupo ${right.join(' o ')}`
  const wishes = [
    ...(types.has(user_type as 'U0' | 'U1') ? [] : [join]),
    ...(leave === '' ? [] : [`que te quite de ${leave}`]),
  ].join(' y ')
  throw new AppError('oidc.wrong_group', 401, {
    detail: `Aquí tu rol es ${typeNames[user_type]}, y los grupos de tu cuenta de la empresa no dan ese rol. Pide a quien administra esas cuentas ${wishes}. Si tu rol aquí es otro, pide a un administrador que lo cambie.`,
  })
}

/** When the person used a second factor at the provider, if the settings take its word for it; undefined if not. */
export function factorTime(deps: Deps, { settings }: OidcClient, identity: OidcIdentity): string | undefined {
  const { acr, amr, authenticated_at } = identity
  const isProved =
    (acr !== null && settings.factor_acr.includes(acr)) ||
    amr.some((way) => settings.factor_amr.includes(way))
  if (!isProved || authenticated_at === null) return undefined
  const age_h = deps.clock().since(authenticated_at).total('hours')
  // A provider whose clock is ahead makes the factor no newer than now.
  if (age_h > OIDC_MAX_AGE_HOURS) return undefined
  return isoOf(age_h < 0 ? deps.clock() : authenticated_at)
}

/** The address of a user's account. */
export async function emailOf({ db }: Pick<Deps, 'db'>, user_id: number): Promise<string> {
  const { email } = await db
    .selectFrom('app_user')
    .select('email')
    .where('id', '=', user_id)
    .executeTakeFirstOrThrow()
  return email
}

/** The address of the account that an identity tried to open; empty if nobody knows. */
export async function emailOfIdentity(deps: Deps, identity: OidcIdentity): Promise<string> {
  const bound_id = await findBoundUser(deps.db, identity)
  if (bound_id !== undefined) return emailOf(deps, bound_id)
  return identity.is_email_verified ? (identity.email ?? '') : ''
}
