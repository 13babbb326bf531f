import type { User } from '@quincena/domain/users/schema'
import { useSyncExternalStore } from 'react'
import { store, stored, storeInTab } from './storage.ts'

type Session = { state: 'guest' } | { state: 'signed-in'; user: User }

let current: Session = { state: 'guest' }
let lastUser: User | null = null
let isLost = false
const listeners = new Set<() => void>()

function setSession(next: Session): void {
  current = next
  if (next.state === 'signed-in') {
    lastUser = next.user
    isLost = false
  }
  for (const listener of listeners) listener()
}

/** Calls back after each sign-in, sign-out or change of the user; returns the unsubscriber. */
export function onSessionChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The token of this tab. It stays the same when another user signs in in another tab. */
let currentToken = stored('token')

/** Aborted when this tab becomes a guest's, so that no read of the ended session stays open. */
let untilGuest = new AbortController()

/** Aborts when this tab's session ends. */
export const sessionSignal = (): AbortSignal => untilGuest.signal

/** The token of this tab, also before its session is open; null without one. */
export const sessionToken = (): string | null => currentToken
export const currentSession = (): Session => current

/** Keeps a token before its session is open. */
export function storeToken(token: string): void {
  currentToken = token
  store('token', token)
}

/** Opens the session of a user: keeps the token and notifies the listeners. */
export function openSession(token: string, user: User): void {
  storeToken(token)
  setSession({ state: 'signed-in', user })
}

/** Replaces the signed-in user by a newer copy. */
export function replaceUser(user: User): void {
  setSession({ state: 'signed-in', user })
}

/**
 * Removes token, last path, last seen data, the tab's storage and the user; screens then see a guest. If another tab
 * opened a session since, that session's token, path and data stay in the browser's storage.
 */
export function endSession(): void {
  if ([null, currentToken].includes(stored('token'))) {
    store('token', null)
    store('last-path', null)
    store('last-seen', null)
  }
  becomeGuest()
}

/** Makes this tab a guest's; the browser's shared storage does not change. */
function becomeGuest(): void {
  currentToken = null
  untilGuest.abort()
  untilGuest = new AbortController()
  storeInTab('assistances', null)
  if (current.state !== 'guest') setSession({ state: 'guest' })
}

/** Ends this tab's session and calls `restart` when another tab ends or replaces the stored session. */
export function followOtherTabs(restart: () => void): () => void {
  const compare = () => {
    if (currentToken === null || stored('token') === currentToken) return
    becomeGuest() // the other tab has already cleared the shared storage
    restart()
  }
  window.addEventListener('storage', compare)
  return () => window.removeEventListener('storage', compare)
}

/** Ends a session that the server refused; the last path stays, so that the same user continues there afterwards. */
export function loseSession(): void {
  isLost = true
  if (stored('token') === currentToken) {
    store('token', null)
    store('last-seen', null)
  }
  becomeGuest()
}

/** Whether the server ended this tab's last session and no user signed in since. */
export const isSessionLost = (): boolean => isLost

/** The login's text after the server ended the session; null after a normal logout. */
export const sessionEndedText = (): string | null =>
  isLost ? 'Tu sesión terminó. Inicia sesión de nuevo.' : null

function useSession(): Session {
  return useSyncExternalStore(onSessionChange, currentSession)
}

/** The signed-in user, for screens behind a guard; during the logout, the last user. Throws for a guest. */
export function useUser(): User {
  const session = useSession()
  const user = session.state === 'signed-in' ? session.user : lastUser
  if (user === null) throw new Error('This screen needs a signed-in user')
  return user
}
