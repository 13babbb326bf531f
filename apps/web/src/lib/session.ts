import type { User } from '@quincena/domain/users/schema'
import { useSyncExternalStore } from 'react'
import { signInPrompt } from './prompt.ts'
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

/** Calls back after this tab became a guest's. */
export function onSessionEnd(listener: () => void): void {
  onSessionChange(() => {
    if (current.state === 'guest') listener()
  })
}

/**
 * The number of this tab's session. The token is in a cookie that scripts cannot read and that all tabs share; the
 * number stays the same when another user signs in in another tab.
 */
let currentNumber = stored('session')

/** Aborted when this tab becomes a guest's, so that no read of the ended session stays open. */
let untilGuest = new AbortController()

/** Aborts when this tab's session ends. */
export const sessionSignal = (): AbortSignal => untilGuest.signal

/** Names the session that a call is for; the server answers 401 if the cookie is of another one. */
export const sessionHeader = 'Quincena-Session'

/** The number of this tab's session, also before it is open; null without one. */
export const sessionNumber = (): string | null => currentNumber
export const currentSession = (): Session => current

/**
 * Removes drafts from this browser that are older than a day or of another user. Their code is loaded only if there are
 * any.
 */
function removeStaleDrafts(): void {
  if (stored('drafts') === null) return
  void import('./kept-drafts.ts')
    .then(({ pruneDrafts }) => pruneDrafts(current.state === 'guest' ? null : current.user.id))
    .catch(() => undefined) // without a network: at the next start
}
removeStaleDrafts()

/** Keeps the number of a session before it is open. */
export function storeNumber(number: string): void {
  if (number !== currentNumber) store('idle-until', null) // said of the session before
  currentNumber = number
  store('session', number)
}

/** Opens the session of a user: keeps its number, notifies the listeners and removes stale drafts. */
export function openSession(number: string, user: User): void {
  storeNumber(number)
  setSession({ state: 'signed-in', user })
  removeStaleDrafts()
}

/** Replaces the signed-in user by a newer copy. */
export function replaceUser(user: User): void {
  setSession({ state: 'signed-in', user })
}

/**
 * Removes session number, drafts, last path, last seen data, signatures that were not sent, the tab's storage and the
 * user; screens then see a guest. If another tab
 * opened a session since, that session's number, path and data stay in the browser's storage.
 */
export function endSession(): void {
  if ([null, currentNumber].includes(stored('session'))) {
    store('session', null)
    store('drafts', null)
    store('last-path', null)
    store('last-seen', null)
    store('signatures', null)
  }
  becomeGuest()
}

/** Makes this tab a guest's; the browser's shared storage does not change. */
function becomeGuest(): void {
  currentNumber = null
  untilGuest.abort()
  untilGuest = new AbortController()
  storeInTab('assistances', null)
  if (current.state !== 'guest') setSession({ state: 'guest' })
}

interface OtherTabs {
  /** Continues in the session of this number if it is the same user's; resolves to false if it is not. */
  rejoin: (number: string) => Promise<boolean>
  /** Called when this tab became a guest's. */
  restart: () => void
}

/**
 * Follows the stored session, which all tabs share: when another tab ends it or another user signs in there, this tab
 * becomes a guest's. If the same user signed in there again, an open staff page goes on with the new session.
 */
export function followOtherTabs({ rejoin, restart }: OtherTabs): () => void {
  const leave = () => {
    becomeGuest() // the other tab has already cleared the shared storage
    restart()
  }
  const compare = () => {
    const number = stored('session')
    if (currentNumber === null || number === currentNumber) return
    if (!signInPrompt.isReady()) return leave()
    if (number !== null) return void rejoin(number).then((isSame) => isSame || leave())
    if (!isLost) leave()
  }
  window.addEventListener('storage', compare)
  return () => window.removeEventListener('storage', compare)
}

/**
 * Ends a session that the server refused. An open staff page stays, with what was typed, and asks the user to sign in
 * again; else the last path stays, so that the same user continues there afterwards.
 */
export function loseSession(): void {
  const isKept = signInPrompt.isReady()
  if (isKept && isLost) return
  isLost = true
  if (isKept) void signInPrompt.ask()
  else forgetSession()
}

function forgetSession(): void {
  if (stored('session') === currentNumber) {
    store('session', null)
    store('last-seen', null)
    store('signatures', null)
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
