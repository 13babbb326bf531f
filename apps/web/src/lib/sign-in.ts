import { passkeyLoginBody } from '@quincena/domain/sessions/passkeys'
import { type LoginBody, loginAnswer, loginBody } from '@quincena/domain/sessions/schema'
import { type User, userAnswer } from '@quincena/domain/users/schema'
import { z } from 'zod'
import { api } from './api.ts'
import { ApiError } from './api-error.ts'
import { deviceNumber } from './device.ts'
import { sendLogout } from './pending-logouts.ts'
import { unsubscribePush } from './phone-push.ts'
import { currentSession, endSession, openSession, replaceUser, sessionToken } from './session.ts'

const tokenAnswer = loginAnswer.required({ token: true })

/** Sends the credentials and returns token and user; does not open the session in this tab. */
export async function present(credentials: LoginBody) {
  const body = z.encode(loginBody, { ...credentials, device: deviceNumber() })
  const {
    token,
    expires_at: _,
    session_id: _number,
    ...user
  } = await api.post(tokenAnswer, '/auth/login', { body })
  return { token, user }
}

/** Sends a passkey's answer and returns token and user; does not open the session in this tab. */
export async function presentPasskey() {
  const { answerWithPasskey } = await import('./passkey-calls.ts')
  const body = z.encode(passkeyLoginBody, { passkey: await answerWithPasskey(), device: deviceNumber() })
  const {
    token,
    expires_at: _,
    session_id: _number,
    ...user
  } = await api.post(tokenAnswer, '/auth/passkey-login', { body })
  return { token, user }
}

/** Signs in, opens the session and returns the user. */
export async function signIn(credentials: LoginBody): Promise<User> {
  const { token, user } = await present(credentials)
  openSession(token, user)
  return user
}

/** Ends the session in this tab at once, removes the push subscription and logs out on the server (with retries). */
export async function signOut(): Promise<void> {
  const token = sessionToken()
  endSession()
  if (token === null) return
  // If the subscription stays, the server sends it nothing after the logout.
  await Promise.all([sendLogout(token), unsubscribePush().catch(() => undefined)])
}

/** Validates the stored token when the app starts; a token that the server refuses with 401 is removed. */
export async function restoreSession(): Promise<void> {
  const token = sessionToken()
  if (token === null) return
  try {
    const { user } = await api.get(userAnswer, '/auth/user')
    openSession(token, user)
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
