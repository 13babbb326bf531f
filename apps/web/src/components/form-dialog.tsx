import { Button } from '@mantine/core'
import { type FormEvent, type MouseEvent, type ReactNode, useEffect, useState } from 'react'
import { Dialog } from './dialog.tsx'
import type { Draft } from './draft.ts'
import { DraftNotice } from './draft-notice.tsx'
import classes from './form-dialog.module.css'
import { useLeaveGuard } from './leave-guard.tsx'
import { toast } from './toast.tsx'

interface FormDialogProps {
  opened: boolean
  title: string
  submitLabel: string
  /** Text of the button while the form is sent; without it the button shows a loader. */
  busyLabel?: string
  cancelLabel?: string
  /** `danger` for actions that cannot be undone. */
  tone?: 'normal' | 'danger'
  /** The form has changes: closing the dialog asks before they are lost. */
  isDirty?: boolean
  /** The kept draft of the form. */
  draft?: Draft | undefined
  size?: number
  /** Another dialog is above this one; Escape closes that one. */
  isCovered?: boolean
  /** Runs once for repeated submits. The dialog closes unless it returns `false` or throws; an error shows a toast. */
  onSubmit: () => Promise<unknown>
  onClose: () => void
  /** Called after a successful submit, in place of `onClose`. */
  onSent?: () => void
  children: ReactNode
}

/** Keeps the focus in the field on a click: an error on blur would move the button away from the pointer. */
const keepFocus = (event: MouseEvent) => event.preventDefault()

function useSubmit(onSubmit: () => Promise<unknown>, onSent: () => void) {
  const [isBusy, setIsBusy] = useState(false)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isBusy) return
    setIsBusy(true)
    try {
      if ((await onSubmit()) !== false) onSent()
    } catch (error) {
      toast.error(error)
    } finally {
      setIsBusy(false)
    }
  }
  return { isBusy, submit }
}

/**
 * A form in a dialog; its buttons stay visible while a long form scrolls. Every way to close a changed form asks for a
 * confirmation.
 */
export function FormDialog({ opened, title, onClose, children, ...props }: FormDialogProps) {
  const { submitLabel, busyLabel, cancelLabel = 'Cancelar', tone = 'normal' } = props
  const { isDirty = false, size = 480, isCovered = false, onSent = onClose } = props
  const { isBusy, submit } = useSubmit(props.onSubmit, () => {
    guard.hold(false)
    onSent()
  })
  const guard = useLeaveGuard(opened && isDirty && !isBusy, onClose)
  const { hold } = guard
  // biome-ignore lint/correctness/useExhaustiveDependencies: a dialog that stays mounted asks again once it is reopened
  useEffect(() => hold(true), [opened])
  const showsBusyLabel = isBusy && busyLabel !== undefined
  const close = () => !isBusy && guard.close()
  return (
    <>
      <Dialog
        opened={opened}
        title={title}
        onClose={close}
        closeOnClickOutside={!isCovered}
        closeOnEscape={!isCovered}
        size={size}
        classNames={{ body: classes.body ?? '' }}
      >
        <form onSubmit={(event) => void submit(event)} noValidate>
          <div className={classes.fields}>
            <DraftNotice draft={props.draft} />
            {children}
          </div>
          <div className={classes.foot}>
            <Button variant="default" onMouseDown={keepFocus} onClick={close} disabled={isBusy}>
              {cancelLabel}
            </Button>
            <Button
              type="submit"
              onMouseDown={keepFocus}
              loading={isBusy && !showsBusyLabel}
              disabled={showsBusyLabel}
              {...(tone === 'danger' && { color: 'red.7' })}
            >
              {showsBusyLabel ? busyLabel : submitLabel}
            </Button>
          </div>
        </form>
      </Dialog>
      {guard.question}
    </>
  )
}
