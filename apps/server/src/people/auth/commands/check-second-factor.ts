import { deviceName } from '@quincena/domain/device'
import { isDeviceNumber, type LoginBody } from '@quincena/domain/sessions/schema'
import { wordsOf } from '@quincena/domain/texts/notice-words'
import type { UserType } from '@quincena/domain/users/schema'
import { isoOf } from '../../../command/clock.ts'
import { isStaff } from '../../../command/context.ts'
import { AppError } from '../../../command/errors.ts'
import type { Deps } from '../../../deps.ts'
import type { Origin } from '../../../http/request.ts'
import { notifyOfSecurityChange } from '../notices/security-change.ts'
import { getToggles } from '../queries/sessions.ts'
import { deviceKey } from './devices.ts'
import { recordFailure } from './record-failure.ts'
import { redeemCode } from './use-two-factor-code.ts'

/** How long a device needs no new code after giving one, for users who turned `device_verification` off. */
const TRUSTED_HOURS = 30 * 24

interface SignInAttempt {
  person: { id: number; user_type: UserType; has_factor: boolean }
  email: string
  body: Pick<LoginBody, 'code' | 'device'>
  origin: Origin
}

/**
 * Trusts only a random number that a browser generated; a name that the client chooses proves nothing. Where staff need
 * second factors, they give one at each sign-in.
 */
async function isTrustedDevice(deps: Deps, { person, body, origin }: SignInAttempt): Promise<boolean> {
  if (deps.env.staff_factors && isStaff(person)) return false
  const { device } = body
  if (device === undefined || !isDeviceNumber(device)) return false
  if ((await getToggles(deps.db, person.id)).device_verification) return false
  const row = await deps.db
    .selectFrom('device')
    .select('id')
    .where('user_id', '=', person.id)
    .where('key_hash', '=', deviceKey(device, origin))
    .where('code_given_at', '>', isoOf(deps.clock().subtract({ hours: TRUSTED_HOURS })))
    .executeTakeFirst()
  return row !== undefined
}

/** Notifies the owner at most once a day: a caller with a wrong code has the right password. */
async function notifyOfWrongCode(deps: Deps, { person, origin }: SignInAttempt) {
  if (!(await getToggles(deps.db, person.id)).suspicious_activity) return
  const day = isoOf(deps.clock()).slice(0, 10)
  const device = deviceName(origin.user_agent) ?? 'un dispositivo desconocido'
  await deps.db.transaction().execute((trx) =>
    notifyOfSecurityChange(deps, trx, {
      user_id: person.id,
      words: wordsOf('notice_wrong_code', { device }),
      once: `wrong-code:${day}`,
    }),
  )
}

/**
 * After the right password, requires a code if the user has a second factor (without an authenticator a recovery code,
 * else the user signs in with a passkey); returns whether one was given. Throws
 * `code_required` and `code_invalid` (401). A wrong code counts towards the lock like a wrong password.
 */
export async function requireSecondStep(deps: Deps, attempt: SignInAttempt): Promise<boolean> {
  const { person, email, body, origin } = attempt
  if (!person.has_factor || (await isTrustedDevice(deps, attempt))) return false
  const code = body.code ?? ''
  if (code === '') throw new AppError('code_required', 401)
  const isRight = await deps.db
    .transaction()
    .execute((trx) => redeemCode(deps, trx, { user_id: person.id, code }))
  if (isRight) return true
  await recordFailure(deps, { email, outcome: 'wrong_code', origin })
  await notifyOfWrongCode(deps, attempt)
  throw new AppError('code_invalid', 401, { fields: { code: 'code_invalid' } })
}
