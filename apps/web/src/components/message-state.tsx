import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { errorText } from '../lib/api-error.ts'
import { EmptyDrawing, ErrorDrawing, NotFoundDrawing } from './drawings.tsx'
import classes from './message-state.module.css'

interface MessageStateProps {
  drawing: ReactNode
  title: string
  text?: ReactNode
  /** A button or link: what to do next. */
  action?: ReactNode
  role?: 'alert' | 'status'
}

function MessageState({ drawing, title, text, action, role }: MessageStateProps) {
  return (
    <div className={classes.state} role={role}>
      {drawing}
      <p className={classes.title}>{title}</p>
      {text !== undefined && <p className={classes.text}>{text}</p>}
      {action}
    </div>
  )
}

/** Nothing here yet, and what to do about it. */
export function EmptyState(props: Omit<MessageStateProps, 'drawing' | 'role'> & { drawing?: ReactNode }) {
  return <MessageState drawing={<EmptyDrawing />} role="status" {...props} />
}

interface ErrorStateProps {
  /** What could not be done; without it, the failure's own text stands as the title. */
  title?: string
  error: unknown
  onRetry?: (() => unknown) | undefined
  /** In place of trying again, where that cannot help. */
  action?: ReactNode
}

/** A load that failed, said plainly, with the way to try again. */
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

/** A page that is not there, or not for this person. */
export function NotFoundState({ action }: { action?: ReactNode }) {
  return (
    <MessageState
      drawing={<NotFoundDrawing />}
      title="No encontramos lo que buscas"
      text="Puede que ya no exista o que no sea tuyo."
      action={action}
    />
  )
}
