import type { LoanListItem } from '@quincena/domain/loans/schema'
import { useSyncExternalStore } from 'react'
import { ApiError, errorText } from '../../lib/api-error.ts'
import { isAsked } from '../../lib/approvals.ts'
import { type Attempt, attemptOf, randomKey } from '../../lib/idempotency.ts'
import { onSessionEnd } from '../../lib/session.ts'
import { type Decision, decideLoan } from '../loan/api.ts'
import { seenOf } from '../loan/decide.ts'
import { deselect } from './selection.ts'

type Outcome =
  | { state: 'waiting' | 'sending' | 'unsent' }
  | { state: 'done'; text: string }
  /** `canRetry`: no answer arrived, or a factor or sign-in was missing; it is sent again with the same key. */
  | { state: 'failed'; text: string; canRetry: boolean }

export interface RunItem {
  loan: LoanListItem
  attempt: Attempt
  outcome: Outcome
}

export interface Run extends Pick<Decision, 'status' | 'reason'> {
  items: readonly RunItem[]
  isRunning: boolean
}

let current: Run | null = null
let mustStop = false
const listeners = new Set<() => void>()

function change(next: Run | null): void {
  current = next
  for (const listener of listeners) listener()
}

// Nothing more is sent in the name of the next user.
onSessionEnd(() => {
  mustStop = true
  change(null)
})

/** The running or last decision about several loans; null before the first and once its dialog is closed. */
export const useRun = () =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
    () => current,
  )

function setOutcome(id: number, outcome: Outcome): void {
  if (current === null) return
  const items = current.items.map((item) => (item.loan.id === id ? { ...item, outcome } : item))
  change({ ...current, items })
}

/** The user did not give the second factor, or did not sign in again: each further call would ask once more. */
const stopCodes: ReadonlySet<string> = new Set(['factor_required', 'session.required'])

const doneTexts = { APP: 'Aprobada', REJ: 'Rechazada' } as const

/** Sends one decision; false if the others would fail for the same reason: no network, or no second factor. */
async function sendOne({ loan, attempt }: RunItem, { status, reason }: Run): Promise<boolean> {
  setOutcome(loan.id, { state: 'sending' })
  try {
    const decision = { status, seen: seenOf(loan), ...(reason !== undefined && { reason }) }
    const answer = await decideLoan(loan.id, decision, attempt)
    const text = isAsked(answer) ? 'Espera a que otra persona la autorice' : doneTexts[status]
    setOutcome(loan.id, { state: 'done', text })
    deselect(loan.type, loan.id)
    return true
  } catch (error) {
    const canRetry = error instanceof ApiError && (error.status === 0 || stopCodes.has(error.code))
    setOutcome(loan.id, { state: 'failed', text: errorText(error), canRetry })
    return !canRetry
  }
}

const isOpen = ({ outcome }: RunItem) =>
  outcome.state === 'unsent' || (outcome.state === 'failed' && outcome.canRetry)

/** One after another: the server adds up the sums of the day under a lock. */
async function sendAll(items: readonly RunItem[]): Promise<void> {
  mustStop = false
  for (const item of items) {
    if (mustStop || current === null || !(await sendOne(item, current))) break
  }
  if (current === null) return
  const rest = current.items.map((item) =>
    item.outcome.state === 'waiting' ? { ...item, outcome: { state: 'unsent' } as const } : item,
  )
  change({ ...current, items: rest, isRunning: false })
}

/** The items of a decision about several loans: each has its own idempotency key, made at the confirmation. */
export const buildItems = (loans: readonly LoanListItem[]): RunItem[] =>
  loans.map((loan) => ({ loan, attempt: attemptOf(randomKey()), outcome: { state: 'waiting' } }))

/** Sends the decision for each loan, one after another. Resolves when all have their outcome. */
export function startRun(run: Pick<Run, 'status' | 'reason' | 'items'>): Promise<void> {
  change({ ...run, isRunning: true })
  return sendAll(run.items)
}

/** Sends again, with the same keys, what got no answer or was not sent. */
export function retryRun(): Promise<void> {
  if (current === null || current.isRunning) return Promise.resolve()
  const items = current.items.map((item) =>
    isOpen(item) ? { ...item, outcome: { state: 'waiting' } as const } : item,
  )
  change({ ...current, items, isRunning: true })
  return sendAll(items.filter(({ outcome }) => outcome.state === 'waiting'))
}

/** Sends no further loan; the one that is being sent gets its outcome. */
export function stopRun(): void {
  mustStop = true
}

/** Closes the finished dialog. */
export const closeRun = () => change(null)

/** How many loans would be sent again. */
export const countOpen = (run: Run) => run.items.filter(isOpen).length
