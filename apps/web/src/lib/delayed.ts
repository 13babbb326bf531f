import type { LinkProps } from '@tanstack/react-router'
import { useSyncExternalStore } from 'react'
import { ApiError, errorText } from './api-error.ts'
import { currentSession, onSessionEnd } from './session.ts'

/** How long a command can be undone before it is sent. */
export const delay_ms = 5000

/** A confirmed command that is sent after `delay_ms`, unless the user undoes it. */
export interface DelayedCommand {
  /** Records that the command changes, for `useIsDelayed`. */
  subjects: readonly string[]
  /** «Aprobando C-000134» */
  doing: string
  /** «No se aprobó C-000134» */
  undone: string
  /** «No se pudo aprobar C-000134» */
  failed: string
  /** The record's screen, offered when the command failed. */
  link?: Pick<LinkProps, 'to' | 'params' | 'search'>
  /** Shows its own progress while it is sent, and its own failures. */
  hasOwnProgress?: boolean
  /** Sends the command and reports its success. A repeated call has the same idempotency key. */
  send: () => Promise<unknown>
  /** Called when the command was undone or failed. */
  onNotDone?: () => void
}

interface Waiting {
  state: 'waiting'
  ends_at_ms: number
  timer: ReturnType<typeof setTimeout>
}

interface Failed {
  state: 'failed'
  text: string
  /** True if no answer arrived: the command may have run, and a repetition is safe. */
  isUnknown: boolean
}

/** A delayed command and where it is. */
export type Delayed = DelayedCommand & { id: number } & (Waiting | { state: 'sending' } | Failed)

let listed: readonly Delayed[] = []
let lastId = 0
const listeners = new Set<() => void>()
const isOpen = ({ state }: Delayed) => state !== 'failed'

/** Asks before the tab closes: a command that waits would not be sent. */
function askToStay(event: BeforeUnloadEvent): void {
  if (currentSession().state === 'signed-in') event.preventDefault()
}

function change(next: readonly Delayed[]): void {
  listed = next
  if (next.some(isOpen)) window.addEventListener('beforeunload', askToStay)
  else window.removeEventListener('beforeunload', askToStay)
  for (const listener of listeners) listener()
}

const remove = (id: number) => change(listed.filter((one) => one.id !== id))
const find = (id: number) => listed.find((one) => one.id === id)

/** Changes the state of a listed command; does nothing to one that was dropped. */
function setState({ id, ...command }: DelayedCommand & { id: number }, state: { state: 'sending' } | Failed) {
  change(listed.map((one) => (one.id === id ? { ...command, id, ...state } : one)))
}

async function sendOnce(one: Delayed): Promise<void> {
  if (one.state === 'waiting') clearTimeout(one.timer)
  setState(one, { state: 'sending' })
  try {
    await one.send()
    remove(one.id)
  } catch (error) {
    const isUnknown = error instanceof ApiError && error.status === 0
    if (one.hasOwnProgress) remove(one.id)
    else setState(one, { state: 'failed', text: errorText(error), isUnknown })
    one.onNotDone?.()
    throw error
  }
}

/** What is being sent now, by the command's number. */
const underWay = new Map<number, Promise<void>>()

function send(one: Delayed): Promise<void> {
  const answer = sendOnce(one).finally(() => underWay.delete(one.id))
  underWay.set(one.id, answer)
  return answer
}

/** Sends a command at once, or a failed one again. The outcome is listed. */
export function sendNow(id: number): void {
  const one = find(id)
  if (one !== undefined && one.state !== 'sending') void send(one).catch(() => undefined)
}

/**
 * Sends a command after `delay_ms` and returns its number. It is kept above the screens, so a navigation does not stop
 * it.
 */
export function delay(command: DelayedCommand): number {
  lastId += 1
  const id = lastId
  const timer = setTimeout(() => sendNow(id), delay_ms)
  change([...listed, { ...command, id, state: 'waiting', ends_at_ms: Date.now() + delay_ms, timer }])
  return id
}

function drop(one: Delayed): void {
  if (one.state === 'waiting') clearTimeout(one.timer)
  remove(one.id)
}

/** Undoes a command that waits; returns it, or undefined if it is too late. */
export function undo(id: number): DelayedCommand | undefined {
  const one = find(id)
  if (one?.state !== 'waiting') return undefined
  drop(one)
  one.onNotDone?.()
  return one
}

/** Undoes the newest command that waits. */
export function undoNewest(): DelayedCommand | undefined {
  const newest = listed.findLast(({ state }) => state === 'waiting')
  return newest && undo(newest.id)
}

/** Removes the message of a failed command. */
export function dismiss(id: number): void {
  if (find(id)?.state === 'failed') remove(id)
}

/** Before the logout: sends what waits and resolves after all answers; throws the first failure. */
export async function sendAllNow(): Promise<void> {
  const open = listed.filter(isOpen)
  const results = await Promise.allSettled(open.map((one) => underWay.get(one.id) ?? send(one)))
  const failure = results.find(({ status }) => status === 'rejected')
  if (failure?.status === 'rejected') throw failure.reason
}

function dropWaiting(): void {
  for (const one of listed) if (one.state === 'waiting') drop(one)
}

// A page that the browser keeps for its Back button must not send what the user left behind.
window.addEventListener('pagehide', dropWaiting)
// Nothing is sent in the name of the next user.
onSessionEnd(() => {
  for (const one of listed) drop(one)
})

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

/** The commands that wait, are being sent or failed, oldest first. */
export const useDelayed = () => useSyncExternalStore(subscribe, () => listed)

/** The records that commands which wait or are being sent will change. */
export const delayedSubjects = (commands: readonly Delayed[]): ReadonlySet<string> =>
  new Set(commands.filter(isOpen).flatMap(({ subjects }) => subjects))

/** True while a command on the record waits or is being sent. */
export const useIsDelayed = (subject: string) => delayedSubjects(useDelayed()).has(subject)
