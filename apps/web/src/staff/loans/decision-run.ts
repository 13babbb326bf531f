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
  id: number
  items: readonly RunItem[]
  isRunning: boolean
}

/** Runs whose dialog is not closed, oldest first; the oldest one is shown. */
let runs: readonly Run[] = []
let lastId = 0
/** The numbers of runs that send no further loan. */
const stopped = new Set<number>()
/** Resolves when all runs that were started have sent what they send: one after another. */
let queue: Promise<unknown> = Promise.resolve()
const listeners = new Set<() => void>()

function change(next: readonly Run[]): void {
  runs = next
  for (const listener of listeners) listener()
}

// Nothing more is sent in the name of the next user.
onSessionEnd(() => change([]))

/** The oldest decision about several loans whose dialog is not closed; null without one. */
export const useRun = () =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
    () => runs[0] ?? null,
  )

const find = (id: number) => runs.find((run) => run.id === id)

function update(id: number, changesOf: (run: Run) => Partial<Run>): void {
  change(runs.map((run) => (run.id === id ? { ...run, ...changesOf(run) } : run)))
}

function setOutcome(run_id: number, loan_id: number, outcome: Outcome): void {
  update(run_id, ({ items }) => ({
    items: items.map((item) => (item.loan.id === loan_id ? { ...item, outcome } : item)),
  }))
}

/** The user did not give the second factor, or did not sign in again: each further call would ask once more. */
const stopCodes: ReadonlySet<string> = new Set(['factor_required', 'session.required'])

const doneTexts = { APP: 'Aprobada', REJ: 'Rechazada' } as const

/** Sends one decision; false if the others would fail for the same reason: no network, or no second factor. */
async function sendOne({ loan, attempt }: RunItem, { id, status, reason }: Run): Promise<boolean> {
  setOutcome(id, loan.id, { state: 'sending' })
  try {
    const decision = { status, seen: seenOf(loan), ...(reason !== undefined && { reason }) }
    const answer = await decideLoan(loan.id, decision, attempt)
    const text = isAsked(answer) ? 'Espera a que otra persona la autorice' : doneTexts[status]
    setOutcome(id, loan.id, { state: 'done', text })
    deselect(loan.type, loan.id)
    return true
  } catch (error) {
    const canRetry = error instanceof ApiError && (error.status === 0 || stopCodes.has(error.code))
    setOutcome(id, loan.id, { state: 'failed', text: errorText(error), canRetry })
    return !canRetry
  }
}

const isOpen = ({ outcome }: RunItem) =>
  outcome.state === 'unsent' || (outcome.state === 'failed' && outcome.canRetry)
const isWaiting = ({ outcome }: RunItem) => outcome.state === 'waiting'

/** One after another: the server adds up the sums of the day under a lock. */
async function sendAll(id: number): Promise<void> {
  for (const item of find(id)?.items.filter(isWaiting) ?? []) {
    const run = find(id)
    if (run === undefined || stopped.has(id) || !(await sendOne(item, run))) break
  }
  stopped.delete(id)
  update(id, ({ items }) => ({
    items: items.map((item) => (isWaiting(item) ? { ...item, outcome: { state: 'unsent' } } : item)),
    isRunning: false,
  }))
}

/** Sends the waiting loans of a run after those of earlier runs; resolves to whether all its loans are decided. */
async function sendInTurn(id: number): Promise<boolean> {
  const turn = queue.then(() => sendAll(id))
  queue = turn
  await turn
  return find(id)?.items.every(({ outcome }) => outcome.state === 'done') === true
}

/** The items of a decision about several loans: each has its own idempotency key, made at the confirmation. */
export const buildItems = (loans: readonly LoanListItem[]): RunItem[] =>
  loans.map((loan) => ({ loan, attempt: attemptOf(randomKey()), outcome: { state: 'waiting' } }))

/** Sends the decision for each loan, one after another. Resolves when each has its outcome: to whether all are decided. */
export function startRun(run: Pick<Run, 'status' | 'reason' | 'items'>): Promise<boolean> {
  lastId += 1
  change([...runs, { ...run, id: lastId, isRunning: true }])
  return sendInTurn(lastId)
}

/** Sends again, with the same keys, what got no answer or was not sent. */
export async function retryRun({ id, isRunning }: Run): Promise<void> {
  if (isRunning) return
  update(id, ({ items }) => ({
    items: items.map((item) => (isOpen(item) ? { ...item, outcome: { state: 'waiting' } } : item)),
    isRunning: true,
  }))
  await sendInTurn(id)
}

/** Sends no further loan of a run; the one that is being sent gets its outcome. */
export function stopRun({ id }: Run): void {
  stopped.add(id)
}

/** Closes the dialog of a finished run. */
export const closeRun = ({ id }: Run) => change(runs.filter((run) => run.id !== id))

/** How many loans would be sent again. */
export const countOpen = (run: Run) => run.items.filter(isOpen).length
