import { Button } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { BottomSheet } from './bottom-sheet.tsx'
import classes from './confirm-dialog.module.css'
import { LateModal } from './late-modal.tsx'
import { toast } from './toast.tsx'

interface ConfirmDialogProps {
  opened: boolean
  title: string
  /** Who or what the act is done to, by name, in a line of its own. */
  subject?: string | undefined
  text?: ReactNode
  confirmLabel: string
  cancelLabel?: string
  /** `danger` for what cannot be undone. */
  tone?: 'normal' | 'danger'
  /** Which button has the focus first, so that Enter does no harm: what cannot be undone is never it. */
  startsAt?: 'confirm' | 'cancel'
  /** As a bottom sheet, on the phone. */
  asSheet?: boolean
  /** Runs once however often it is tapped; the dialog closes when it succeeds, and says why when it fails. */
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

/** Asks before an act; what is confirmed is said in the title and on the button. */
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
