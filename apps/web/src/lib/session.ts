import type { User } from '@quincena/domain/users/schema'
import { useSyncExternalStore } from 'react'
import { store, stored, storeInTab } from './storage.ts'

type Session = { state: 'guest' } | { state: 'signed-in'; user: User }

let current: Session = { state: 'guest' }
let lastUser: User | null = null
let isLost = false
const listeners = new Set<() => void>()

function change(next: Session): void {
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

/** This tab's own: what another tab keeps meanwhile, whoever signed in there, is never sent from here. */
let held = stored('token')

export const sessionToken = (): string | null => held
export const currentSession = (): Session => current

/** Holds a token whose session is not opened (yet). */
export function keepToken(token: string): void {
  held = token
  store('token', token)
}

export function openSession(token: string, user: User): void {
  keepToken(token)
  change({ state: 'signed-in', user })
}

/** Puts a fresher copy of the signed-in user in place. */
export function replaceUser(user: User): void {
  change({ state: 'signed-in', user })
}

/**
 * Forgets token, last path, what was seen or kept in the tab and the user; every screen then belongs to a guest. What
 * the browser keeps of a session that another tab has opened since stays that session's.
 */
export function endSession(): void {
  if ([null, held].includes(stored('token'))) {
    store('token', null)
    store('last-path', null)
    store('last-seen', null)
  }
  forget()
}

/** This tab is nobody's; what the browser keeps is not touched. */
function forget(): void {
  held = null
  storeInTab('assistances', null)
  if (current.state !== 'guest') change({ state: 'guest' })
}

/** Ends this tab's session as soon as another tab ends or replaces it, and has the app begin anew. */
export function followOtherTabs(beginAnew: () => void): () => void {
  const compare = () => {
    if (held === null || stored('token') === held) return
    forget() // the other tab has put away what was to be put away
    beginAnew()
  }
  window.addEventListener('storage', compare)
  return () => window.removeEventListener('storage', compare)
}

/** The server ended the session: the place stays kept, for the same person to go on from after signing in again. */
export function loseSession(): void {
  isLost = true
  if (stored('token') === held) {
    store('token', null)
    store('last-seen', null)
  }
  forget()
}

/** Whether the server ended the last session here, and nobody signed in since. */
export const isSessionLost = (): boolean => isLost

/** What the login says to whoever did not leave by themselves. */
export const lossText = (): string | null => (isLost ? 'Tu sesión terminó. Inicia sesión de nuevo.' : null)

function useSession(): Session {
  return useSyncExternalStore(onSessionChange, currentSession)
}

/** The signed-in user, for screens behind a guard; in the moment of leaving, who it was. */
export function useUser(): User {
  const session = useSession()
  const user = session.state === 'signed-in' ? session.user : lastUser
  if (user === null) throw new Error('This screen needs a signed-in user')
  return user
}
