import { type LoginBody, loginAnswer, loginBody } from '@quincena/domain/sessions/schema'
import { type User, userAnswer } from '@quincena/domain/users/schema'
import { z } from 'zod'
import { api } from './api.ts'
import { ApiError } from './api-error.ts'
import { deviceNumber } from './device.ts'
import { tellOfEnd } from './leaving.ts'
import { silencePhone } from './phone-push.ts'
import { currentSession, endSession, openSession, replaceUser, sessionToken } from './session.ts'

/** Has the server check who somebody says they are; no session is opened here. */
export async function present(credentials: LoginBody) {
  const body = z.encode(loginBody, { ...credentials, device: deviceNumber() })
  const { token, expires_at: _, ...user } = await api.post(loginAnswer, '/auth/login', { body })
  return { token, user }
}

/** Signs in and opens the session; answers who it is. */
export async function signIn(credentials: LoginBody): Promise<User> {
  const { token, user } = await present(credentials)
  openSession(token, user)
  return user
}

/** Ends the session here at once, its notices on this phone too, and on the server as soon as it can be told. */
export async function signOut(): Promise<void> {
  const token = sessionToken()
  endSession()
  if (token === null) return
  // A phone that cannot be silenced is told nothing by a server that knows.
  await Promise.all([tellOfEnd(token), silencePhone().catch(() => undefined)])
}

/** Validates the stored token at start-up; a token the server refuses is forgotten. */
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

/** Fetches the signed-in user again, after an act that changes what they may do. */
export async function refreshUser(): Promise<void> {
  if (currentSession().state === 'guest') return
  try {
    const { user } = await api.get(userAnswer, '/auth/user')
    if (currentSession().state === 'signed-in') replaceUser(user)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
  }
}
