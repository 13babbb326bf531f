import { type AccessConfig, DEFAULT_ACCESS_CONFIG } from '@quincena/domain/sessions/access-config'
import { isDeviceNumber } from '@quincena/domain/sessions/schema'
import { sql } from 'kysely'
import { AppError } from '../../../command/errors.ts'
import type { Deps } from '../../../deps.ts'
import type { Origin } from '../../../http/request.ts'
import { accessConfigOf } from '../queries/access.ts'
import { findPerson, type Person, personRows } from '../queries/person.ts'
import { deviceKey } from './devices.ts'
import { awaitAttempt, type RunningAttempt, reservation, withoutDiskWait } from './sign-in-attempts.ts'
import { countTry, refusedUntil } from './sign-in-counts.ts'

interface SignInTry {
  email: string
  /** The device that the sign-in named, or `''`. */
  device: string
  origin: Origin
}

interface Start {
  access: object | null
  access_version: number
  scope: string
  refused_until: string | null
  is_reserved: boolean
}

/** A counted sign-in: its attempt, the configuration in force, and whose it is. */
export interface BegunSignIn {
  attempt: RunningAttempt
  config: AccessConfig
  /** Undefined for unknown e-mail addresses. */
  person: Person | undefined
}

/**
 * Counts the try, reserves an attempt and reads whose sign-in it is, in one statement. Failures count in a scope: the
 * device, if it sends the random number of a browser where this user signed in before, else `''`.
 */
async function readStart(
  deps: Deps,
  { email, device, origin }: SignInTry,
): Promise<Start & (Person | { id: null })> {
  const key_hash = isDeviceNumber(device) ? deviceKey(device, origin) : null
  const key = sql`select ${email}::text as email, scope from place where refused_until is null`
  const allowed = sql<number>`(select coalesce(
    (select (value ->> 'attemptsBeforeLock')::int from access), ${DEFAULT_ACCESS_CONFIG.attemptsBeforeLock}::int))`
  const { rows } = await sql<Start & (Person | { id: null })>`
    with access as (select value, version from setting where name = 'access'),
    person as ${personRows(deps.db, { email })},
    tried as (${countTry(deps, email, origin)}),
    known as (
      select coalesce((
        select 'device:' || device.id from device join person on person.id = device.user_id
        where device.key_hash = ${key_hash}), '') as scope),
    place as (
      select scope, greatest(
        (select refused_until from tried),
        case when scope = '' then ${refusedUntil(deps, origin)} end) as refused_until
      from known),
    reserved as (${reservation(deps, { key, allowed })})
    select person.*, access.value as access, access.version as access_version, place.*,
      exists (select from reserved) as is_reserved, ${withoutDiskWait}
    from place left join access on true left join person on true`.execute(deps.db)
  return rows[0] ?? Promise.reject(new Error('the first statement of a sign-in returned no row'))
}

function tooMany(deps: Deps, refused_until: string): AppError {
  const left = deps.clock().until(Temporal.Instant.from(refused_until))
  return new AppError('request.too_many', 429, {
    retry_after_s: Math.max(1, Math.ceil(left.total('seconds'))),
  })
}

/**
 * Begins a sign-in before its password is checked. The attempt counts as a failure until it ends, so that parallel calls
 * get no more tries than sequential ones, also on several servers. Unknown addresses count like known ones. Throws
 * `request.too_many` (429) after 20 tries of the e-mail address from the IP address in a minute, and for devices where
 * the user never signed in before after too many failures of the IP address; `account_locked` (423) as `awaitAttempt`.
 */
export async function beginSignIn(deps: Deps, signIn: SignInTry): Promise<BegunSignIn> {
  const { email } = signIn
  const start = await readStart(deps, signIn)
  if (start.refused_until !== null) throw tooMany(deps, start.refused_until)
  const { access, access_version: version, scope } = start
  const config = accessConfigOf(access === null ? undefined : { value: access, version })
  const attempt = { email, scope, allowed: config.attemptsBeforeLock }
  if (start.is_reserved) return { attempt, config, person: start.id === null ? undefined : start }
  await awaitAttempt(deps, attempt)
  // The password may have changed while the attempt waited.
  return { attempt, config, person: await findPerson(deps.db, { email }) }
}
