import { Button } from '@mantine/core'
import { IconAlertCircle, IconCircleCheck } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { LateModal } from './late-modal.tsx'
import classes from './result-dialog.module.css'

export interface Result {
  tone: 'done' | 'problem'
  /** What happened, or what did not. */
  title: string
  /** Why, or what comes next. */
  text?: ReactNode
}

interface ResultDialogProps {
  /** null while there is nothing to tell. */
  result: Result | null
  onClose: () => void
  /** `false` where `onClose` puts the focus itself. */
  returnFocus?: boolean
}

const icons = { done: IconCircleCheck, problem: IconAlertCircle } as const

/** Tells how an act ended, until it is closed. */
export function ResultDialog({ result, onClose, returnFocus = true }: ResultDialogProps) {
  const { tone, title, text } = result ?? { tone: 'done' as const, title: '' }
  const Icon = icons[tone]
  return (
    <LateModal
      opened={result !== null}
      onClose={onClose}
      returnFocus={returnFocus}
      withCloseButton={false}
      centered
      size={400}
      padding="lg"
      transitionProps={{ exitDuration: 0 }}
      attributes={{ content: { 'aria-label': title } }}
    >
      <div className={classes.result} data-tone={tone} role={tone === 'problem' ? 'alert' : 'status'}>
        <Icon className={classes.icon ?? ''} size={40} stroke={1.5} aria-hidden />
        <p className={classes.title}>{title}</p>
        {text !== undefined && <div className={classes.text}>{text}</div>}
      </div>
      <Button fullWidth onClick={onClose} data-autofocus>
        Cerrar
      </Button>
    </LateModal>
  )
}
