import { passkeyLoginBody } from '@quincena/domain/sessions/passkeys'
import { type LoginBody, loginAnswer, loginBody } from '@quincena/domain/sessions/schema'
import { type User, userAnswer } from '@quincena/domain/users/schema'
import { z } from 'zod'
import { api } from './api.ts'
import { ApiError } from './api-error.ts'
import { deviceNumber } from './device.ts'
import { forgetLogout, retryLogout, sendLogout } from './pending-logouts.ts'
import { unsubscribePush } from './phone-push.ts'
import { currentSession, endSession, openSession, replaceUser, sessionNumber } from './session.ts'

/** The answer of a sign-in whose session is in the cookie. */
export const cookieAnswer = loginAnswer.omit({ token: true })

/** The session's number and user in an answer of a sign-in. */
export function readSession({ session_id, expires_at: _, ...user }: z.infer<typeof cookieAnswer>) {
  forgetLogout()
  return { session: String(session_id), user }
}

/** Sends the credentials and returns the session's number and user; does not open the session in this tab. */
export async function present(credentials: LoginBody) {
  await retryLogout()
  const body = z.encode(loginBody, { ...credentials, device: deviceNumber(), session: 'cookie' })
  return readSession(await api.post(cookieAnswer, '/auth/login', { body }))
}

/** Sends a passkey's answer and returns the session's number and user; does not open the session in this tab. */
export async function presentPasskey() {
  const { answerWithPasskey } = await import('./passkey-calls.ts')
  const passkey = await answerWithPasskey()
  await retryLogout()
  const body = z.encode(passkeyLoginBody, { passkey, device: deviceNumber(), session: 'cookie' })
  return readSession(await api.post(cookieAnswer, '/auth/passkey-login', { body }))
}

/** Signs in, opens the session and returns the user. */
export async function signIn(credentials: LoginBody): Promise<User> {
  const { session, user } = await present(credentials)
  openSession(session, user)
  return user
}

/** Ends the session in this tab at once, removes the push subscription and logs out on the server (with retries). */
export async function signOut(): Promise<void> {
  const session = sessionNumber()
  endSession()
  if (session === null) return
  // If the subscription stays, the server sends it nothing after the logout.
  await Promise.all([sendLogout(session), unsubscribePush().catch(() => undefined)])
}

/** Validates the stored session when the app starts; one that the server refuses with 401 is removed. */
export async function restoreSession(): Promise<void> {
  const session = sessionNumber()
  if (session === null) return
  try {
    const { user } = await api.get(userAnswer, '/auth/user')
    openSession(session, user)
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 401)) throw error
  }
}

/** Fetches the signed-in user again, after a change of what the user may do. */
export async function refreshUser(): Promise<void> {
  if (currentSession().state === 'guest') return
  try {
    const { user } = await api.get(userAnswer, '/auth/user')
    if (currentSession().state === 'signed-in') replaceUser(user)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
  }
}

/** Continues in the session that another tab opened if it is the same user's; false if it is not, or without an answer. */
export async function rejoinSession(number: string): Promise<boolean> {
  try {
    const { user } = await api.get(userAnswer, '/auth/user', { session: number })
    const session = currentSession()
    if (session.state === 'guest' || session.user.id !== user.id) return false
    openSession(number, user)
    return true
  } catch {
    return false // the page starts again and explains the problem
  }
}
