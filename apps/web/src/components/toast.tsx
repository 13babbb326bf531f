import { IconAlertCircle, IconCheck, IconInfoCircle } from '@tabler/icons-react'
import { type ReactNode, useSyncExternalStore } from 'react'
import { errorText } from '../lib/api-error.ts'
import classes from './toast.module.css'

const duration_ms = 2500
const leaving_ms = 120
const maxToasts = 3

type Tone = 'success' | 'error' | 'info'

interface ShownToast {
  id: number
  tone: Tone
  message: string
  isLeaving: boolean
}

const icons: Record<Tone, ReactNode> = {
  success: <IconCheck size={18} stroke={2} aria-hidden />,
  error: <IconAlertCircle size={18} stroke={2} aria-hidden />,
  info: <IconInfoCircle size={18} stroke={2} aria-hidden />,
}

let listed: readonly ShownToast[] = []
let lastId = 0
const listeners = new Set<() => void>()

function change(next: readonly ShownToast[]): void {
  listed = next
  for (const listener of listeners) listener()
}

/** The messages end with the last view of them: a later view starts without any. */
function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) listed = []
  }
}

function show(tone: Tone, message: string): void {
  if (listed.some((one) => one.tone === tone && one.message === message && !one.isLeaving)) return
  lastId += 1
  const id = lastId
  change([...listed, { id, tone, message, isLeaving: false }].slice(-maxToasts))
  setTimeout(() => {
    change(listed.map((one) => (one.id === id ? { ...one, isLeaving: true } : one)))
    setTimeout(() => change(listed.filter((one) => one.id !== id)), leaving_ms)
  }, duration_ms)
}

/** Short messages that disappear after 2.5 s. At most three are visible, and equal ones are shown once. */
export const toast = {
  success: (message: string) => show('success', message),
  info: (message: string) => show('info', message),
  /** A text, or an error whose Spanish text is shown. */
  error: (reason: unknown) => show('error', typeof reason === 'string' ? reason : errorText(reason)),
}

/** Removes a message early, when it no longer applies. */
export function withdrawToast(message: string): void {
  change(listed.filter((one) => one.message !== message))
}

/** Renders the toasts above everything; mount it once. */
export function Toasts() {
  const toasts = useSyncExternalStore(subscribe, () => listed)
  return (
    <div className={classes.place}>
      {toasts.map(({ id, tone, message, isLeaving }) => (
        <div
          key={id}
          className={classes.toast}
          data-leaving={isLeaving}
          role={tone === 'error' ? 'alert' : 'status'}
        >
          <span className={classes[tone]}>{icons[tone]}</span>
          {message}
        </div>
      ))}
    </div>
  )
}
