import { Button } from '@mantine/core'
import { IconAlertCircle, IconCircleCheck } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { LateModal } from './late-modal.tsx'
import classes from './result-dialog.module.css'

export interface Result {
  tone: 'done' | 'problem'
  /** The result in one sentence. */
  title: string
  /** The reason or the next step. */
  text?: ReactNode
}

interface ResultDialogProps {
  /** null closes the dialog. */
  result: Result | null
  onClose: () => void
  /** `false` if `onClose` moves the focus. */
  returnFocus?: boolean
}

const icons = { done: IconCircleCheck, problem: IconAlertCircle } as const

/** Shows the result of an action until the user closes it. */
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
