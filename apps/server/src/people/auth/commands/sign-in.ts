import { businessDay, localTime } from '@quincena/domain/dates'
import type { AccessConfig } from '@quincena/domain/sessions/access-config'
import type { LoginAnswer, LoginBody } from '@quincena/domain/sessions/schema'
import { wordsOf } from '@quincena/domain/texts/notice-words'
import { sql } from 'kysely'
import { AppError } from '../../../command/errors.ts'
import type { Trx } from '../../../db/types.ts'
import type { Deps } from '../../../deps.ts'
import { networkOf } from '../../../http/address.ts'
import type { Origin } from '../../../http/request.ts'
import { notify } from '../../../platform/notifications/commands/notify.ts'
import { findUser } from '../../accounts/queries.ts'
import { recordConsents, refuseOutdated } from '../../legal/commands.ts'
import { notifyOfNewDevice } from '../notices/new-device.ts'
import type { Person } from '../queries/person.ts'
import { ownsFactor } from '../queries/two-factor.ts'
import { type BegunSignIn, beginSignIn } from './begin-sign-in.ts'
import { requireSecondStep } from './check-second-factor.ts'
import { verifyPassword } from './hash-password.ts'
import { openSession } from './open-session.ts'
import { recordFailure } from './record-failure.ts'
import { type AttemptKey, failAttempt } from './sign-in-attempts.ts'

function olderThan(deps: Deps, instant: string | null, days: number): boolean {
  if (days === 0 || instant === null) return false
  return deps.clock().since(Temporal.Instant.from(instant)).total('hours') > days * 24
}

/**
 * The last sign-in or password change. A new password counts, so that a mailed link lets a user back in who was away
 * too long.
 */
function lastPresence({ last_sign_in_at, password_changed_at }: Person): string | null {
  if (last_sign_in_at === null || password_changed_at === null) return last_sign_in_at
  return last_sign_in_at > password_changed_at ? last_sign_in_at : password_changed_at
}

/** Throws `account_disabled` and `password_expired` (401). */
export function refuseBlocked(deps: Deps, person: Person, config: AccessConfig) {
  if (!person.is_active) throw new AppError('account_disabled', 401)
  if (olderThan(deps, lastPresence(person), config.daysToDisable)) throw new AppError('account_disabled', 401)
  if (olderThan(deps, person.password_changed_at, config.daysToRenewPassword)) {
    throw new AppError('password_expired', 401)
  }
}

/** Notifies the user, once per password, when the password expires soon. */
async function notifyOfExpiry(
  deps: Deps,
  trx: Trx,
  { person, config }: { person: Person; config: AccessConfig },
) {
  const { daysToRenewPassword, daysToNotifyExpiration } = config
  const changed_at = person.password_changed_at
  if (changed_at === null || !olderThan(deps, changed_at, daysToRenewPassword - daysToNotifyExpiration))
    return
  const last_day = localTime(changed_at).add({ days: daysToRenewPassword }).toPlainDate()
  await notify(deps, trx, {
    recipient_id: person.id,
    words: wordsOf('notice_password_expiry', { day: last_day.toString() }),
    reason_key: `password-expiry:${changed_at}`,
  })
}

/** A session that was just opened, with its token. */
export type OpenedSession = LoginAnswer & { token: string }

interface Completion {
  origin: Origin
  body: Pick<LoginBody, 'device' | 'consents'>
  config: AccessConfig
  has_given_code: boolean
  /** When the second factor was used, if not now. */
  factor_at?: string | undefined
  /** The attempt that the sign-in ends; null with a passkey, which none counts. */
  attempt: AttemptKey | null
  /** A part of the sign-in that its transaction does first. */
  begin?: (trx: Trx) => Promise<void>
}

/**
 * Locks the user against changes and throws `credentials_invalid` (401) if the password, the factors or the account
 * changed since they were read: the check of a password may wait for seconds.
 */
async function requireSamePerson(trx: Trx, { id, password_hash, has_factor }: Person) {
  const same = await trx
    .selectFrom('app_user')
    .select('id')
    .where('id', '=', id)
    .where('is_active', '=', true)
    .where('password_hash', 'is not distinct from', password_hash)
    .where(sql<boolean>`${ownsFactor(sql.ref('app_user.id'))} = ${has_factor}`)
    .forShare()
    .executeTakeFirst()
  if (same === undefined) throw new AppError('credentials_invalid', 401)
}

/** Opens the session of a user who proved who they are, with the notices and consents of a sign-in. */
export async function completeSignIn(
  deps: Deps,
  person: Person,
  { origin, body, config, has_given_code, factor_at, attempt, begin }: Completion,
): Promise<OpenedSession> {
  return deps.db.transaction().execute(async (trx) => {
    await requireSamePerson(trx, person)
    await begin?.(trx)
    const device = body.device || null
    const { is_new_device, ...opened } = await openSession(deps, trx, {
      person,
      device,
      origin,
      has_given_code,
      factor_at,
      attempt,
    })
    if (is_new_device) await notifyOfNewDevice(deps, trx, { person, origin })
    if (config.daysToRenewPassword > 0) await notifyOfExpiry(deps, trx, { person, config })
    const consents = body.consents ?? []
    await recordConsents(deps, trx, { user_id: person.id, ...origin, consents, outdated: 'ignore' })
    const user = await findUser(trx, { id: person.id, today: businessDay(deps.clock()) })
    if (user === undefined) throw new AppError('credentials_invalid', 401)
    const needs_factor = deps.env.staff_factors && user.user_type !== 'U2' && !has_given_code
    return { ...user, ...opened, ...(needs_factor && { needs_factor }) }
  })
}

interface SignIn {
  origin: Origin
  body: LoginBody
}

async function tryToSignIn(
  deps: Deps,
  { attempt, config, person }: BegunSignIn,
  { origin, body }: SignIn,
): Promise<OpenedSession> {
  const { email } = attempt
  const right = await verifyPassword(person?.password_hash, body.password, networkOf(origin.ip ?? ''))
  if (person === undefined || !right) {
    await recordFailure(deps, { email, outcome: 'wrong_password', origin })
    throw new AppError('credentials_invalid', 401)
  }
  refuseBlocked(deps, person, config)
  const has_given_code = await requireSecondStep(deps, { person, email, body, origin })
  return completeSignIn(deps, person, { origin, body, config, has_given_code, attempt })
}

/**
 * Signs a user in. Unknown addresses, wrong passwords and invited users without a password get the same response in the
 * same time (`credentials_invalid`, 401). Users with two-factor sign-in: see `requireSecondStep`. Stores consents to the
 * texts in force and ignores older ones: the app asks again. Failures on a device where the user signed in before count
 * apart from all others. Throws `legal.version_outdated` (409) where the caller asks for that, and as `beginSignIn`, `account_disabled` and `password_expired` (401), and
 * `server.unavailable` (503) while too many passwords wait for their check.
 */
export async function signIn(deps: Deps, origin: Origin, body: LoginBody): Promise<OpenedSession> {
  // Before anything is counted or used: neither an attempt nor a code of the second step is lost.
  if (body.refuse_outdated === true) await refuseOutdated(deps, body.consents ?? [])
  const email = body.email.toLowerCase()
  const begun = await beginSignIn(deps, { email, device: body.device ?? '', origin })
  return tryToSignIn(deps, begun, { origin, body }).catch((error: unknown) =>
    failAttempt(deps, begun.attempt, error),
  )
}
