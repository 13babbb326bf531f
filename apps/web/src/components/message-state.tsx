import { Button } from '@mantine/core'
import { lazy, type ReactNode, Suspense } from 'react'
import { errorText } from '../lib/api-error.ts'
import classes from './message-state.module.css'

export interface MessageStateProps {
  drawing: ReactNode
  title: string
  text?: ReactNode
  /** A button or link to the next step. */
  action?: ReactNode
  role?: 'alert' | 'status'
}

/** Load after the text, because no first screen needs them; without a network the text stands alone. */
const loadDrawings = () => import('./error-drawings.tsx').catch(() => null)
const nothing = () => null
const ErrorDrawing = lazy(async () => ({ default: (await loadDrawings())?.ErrorDrawing ?? nothing }))
const NotFoundDrawing = lazy(async () => ({ default: (await loadDrawings())?.NotFoundDrawing ?? nothing }))

/** A drawing with a title, a text and a next step. */
export function MessageState({ drawing, title, text, action, role }: MessageStateProps) {
  return (
    <div className={classes.state} role={role}>
      <Suspense fallback={<div className={classes.drawing} />}>{drawing}</Suspense>
      <p className={classes.title}>{title}</p>
      {text !== undefined && <p className={classes.text}>{text}</p>}
      {action}
    </div>
  )
}

interface ErrorStateProps {
  /** States what failed; without it, the error's text is the title. */
  title?: string | undefined
  error: unknown
  onRetry?: (() => unknown) | undefined
  /** Replaces the retry button, for errors that a retry cannot fix. */
  action?: ReactNode
}

/** A failed load with the error's Spanish text and a retry button. */
export function ErrorState({ title, error, onRetry, action }: ErrorStateProps) {
  const detail = errorText(error)
  const retry = onRetry && (
    <Button variant="light" onClick={() => void onRetry()}>
      Reintentar
    </Button>
  )
  return (
    <MessageState
      drawing={<ErrorDrawing />}
      title={title ?? detail}
      text={title === undefined || title === detail ? undefined : detail}
      action={action ?? retry}
      role="alert"
    />
  )
}

/** A page that does not exist or that the user may not see. */
export function NotFoundState({ action }: { action?: ReactNode }) {
  return (
    <MessageState
      drawing={<NotFoundDrawing />}
      title="No encontramos lo que buscas"
      text="No existe o se eliminó."
      action={action}
    />
  )
}
