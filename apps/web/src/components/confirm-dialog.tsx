import { Button } from '@mantine/core'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { errorText } from '../lib/api-error.ts'
import { BottomSheet } from './bottom-sheet.tsx'
import classes from './confirm-dialog.module.css'
import { LateModal } from './late-modal.tsx'
import { Notice } from './notice.tsx'
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
  /** Runs once for repeated taps. The dialog closes after success; after an error it stays open and shows why. */
  onConfirm: () => unknown
  onClose: () => void
  children?: ReactNode
}

/** Scrolls a tall dialog on a phone to the refusal. */
function show(element: HTMLElement | null) {
  element?.scrollIntoView({ block: 'nearest' })
}

/** Keeps an error for the toast that says it when refreshed data removes the dialog, and with it the notice. */
function useToastAtRemoval() {
  const kept = useRef<unknown>(null)
  const isRemoved = useRef(false)
  useEffect(() => {
    isRemoved.current = false
    return () => {
      isRemoved.current = true
      if (kept.current !== null) toast.error(kept.current)
    }
  }, [])
  return (error: unknown) => {
    if (isRemoved.current && error !== null) toast.error(error)
    kept.current = error
  }
}

function useConfirm({ opened, onConfirm, onClose }: ConfirmDialogProps) {
  const [isBusy, setIsBusy] = useState(false)
  const [refusal, setRefusal] = useState<string | null>(null)
  const keepForToast = useToastAtRemoval()
  if (!opened && refusal !== null) setRefusal(null)
  const forget = () => {
    setRefusal(null)
    keepForToast(null)
  }
  const confirm = async () => {
    if (isBusy) return
    setIsBusy(true)
    forget()
    try {
      await onConfirm()
      onClose()
    } catch (error) {
      setRefusal(errorText(error))
      keepForToast(error)
    } finally {
      setIsBusy(false)
    }
  }
  const close = () => {
    if (isBusy) return
    forget()
    onClose()
  }
  return { isBusy, refusal, confirm, close }
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
  const { isBusy, refusal, confirm, close } = useConfirm(props)
  const actions = [
    <Button
      key="cancel"
      variant="default"
      onClick={close}
      disabled={isBusy}
      size={asSheet ? 'lg' : 'sm'}
      data-autofocus={startsAt === 'cancel' || undefined}
    >
      {cancelLabel}
    </Button>,
    <Button
      key="confirm"
      {...(tone === 'danger' && { color: 'red.7' })}
      onClick={() => void confirm()}
      loading={isBusy}
      size={asSheet ? 'lg' : 'sm'}
      data-autofocus={startsAt === 'confirm' || undefined}
    >
      {confirmLabel}
    </Button>,
  ]
  const content = (
    <>
      {subject !== undefined && <p className={classes.subject}>{subject}</p>}
      {text !== undefined && <p className={classes.text}>{text}</p>}
      {props.children}
      {refusal !== null && (
        <div ref={show} className={classes.refusal}>
          <Notice tone="problem">{refusal}</Notice>
        </div>
      )}
      <div className={classes.actions} data-sheet={asSheet}>
        {/* In a sheet the main button is the upper one, so it comes first for keyboard and screen reader too. */}
        {asSheet ? actions.toReversed() : actions}
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
