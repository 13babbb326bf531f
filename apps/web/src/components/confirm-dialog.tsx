import { Button } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { BottomSheet } from './bottom-sheet.tsx'
import classes from './confirm-dialog.module.css'
import { LateModal } from './late-modal.tsx'
import { toast } from './toast.tsx'

interface ConfirmDialogProps {
  opened: boolean
  title: string
  /** The name of the affected person or record, on its own line. */
  subject?: string | undefined
  text?: ReactNode
  confirmLabel: string
  cancelLabel?: string
  /** `danger` for actions that cannot be undone. */
  tone?: 'normal' | 'danger'
  /** The button with the first focus. By default `cancel` for `danger`, so that Enter does no harm. */
  startsAt?: 'confirm' | 'cancel'
  /** Shows a bottom sheet in place of a dialog, for the worker app. */
  asSheet?: boolean
  /** Runs once for repeated taps. The dialog closes after success; after an error it stays open and shows a toast. */
  onConfirm: () => unknown
  onClose: () => void
  children?: ReactNode
}

function useConfirm(onConfirm: () => unknown, onClose: () => void) {
  const [isBusy, setIsBusy] = useState(false)
  const confirm = async () => {
    if (isBusy) return
    setIsBusy(true)
    try {
      await onConfirm()
      onClose()
    } catch (error) {
      toast.error(error)
    } finally {
      setIsBusy(false)
    }
  }
  return { isBusy, confirm }
}

/** Asks for a confirmation; title and confirm button name the action. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const {
    opened,
    title,
    subject,
    text,
    confirmLabel,
    cancelLabel = 'Cancelar',
    tone = 'normal',
    asSheet = false,
    startsAt = tone === 'danger' ? 'cancel' : 'confirm',
  } = props
  const { isBusy, confirm } = useConfirm(props.onConfirm, props.onClose)
  const close = () => !isBusy && props.onClose()
  const content = (
    <>
      {subject !== undefined && <p className={classes.subject}>{subject}</p>}
      {text !== undefined && <p className={classes.text}>{text}</p>}
      {props.children}
      <div className={classes.actions} data-sheet={asSheet}>
        <Button
          variant="default"
          onClick={close}
          disabled={isBusy}
          size={asSheet ? 'lg' : 'sm'}
          data-autofocus={startsAt === 'cancel' || undefined}
        >
          {cancelLabel}
        </Button>
        <Button
          {...(tone === 'danger' && { color: 'red.7' })}
          onClick={() => void confirm()}
          loading={isBusy}
          size={asSheet ? 'lg' : 'sm'}
          data-autofocus={startsAt === 'confirm' || undefined}
        >
          {confirmLabel}
        </Button>
      </div>
    </>
  )
  if (asSheet) {
    return (
      <BottomSheet opened={opened} title={title} onClose={close}>
        {content}
      </BottomSheet>
    )
  }
  return (
    <LateModal opened={opened} title={title} onClose={close} centered size={440} withCloseButton={false}>
      {content}
    </LateModal>
  )
}
