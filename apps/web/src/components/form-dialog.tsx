import { Button, Modal } from '@mantine/core'
import { type FormEvent, type MouseEvent, type ReactNode, useState } from 'react'
import classes from './form-dialog.module.css'
import { toast } from './toast.tsx'

interface FormDialogProps {
  opened: boolean
  title: string
  submitLabel: string
  /** On the button while it is being sent; without it the button turns a wheel. */
  busyLabel?: string
  cancelLabel?: string
  /** `danger` for what cannot be undone. */
  tone?: 'normal' | 'danger'
  /** Something was typed: a click beside the dialog does not throw it away. */
  isDirty?: boolean
  size?: number
  /** Another dialog stands before this one: Escape is for that one. */
  isCovered?: boolean
  /** Runs once however often it is sent. The dialog closes unless this answers `false` or throws, which is said. */
  onSubmit: () => Promise<unknown>
  onClose: () => void
  /** In place of `onClose`, after it was sent. */
  onSent?: () => void
  children: ReactNode
}

/** A click leaves the focus where it is: an error that a field says on leaving would move the button from under it. */
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

/** A short form in a dialog; its buttons stay in sight however long it is. */
export function FormDialog({ opened, title, onClose, children, ...props }: FormDialogProps) {
  const { submitLabel, busyLabel, cancelLabel = 'Cancelar', tone = 'normal' } = props
  const { isDirty = false, size = 480, isCovered = false, onSent = onClose } = props
  const { isBusy, submit } = useSubmit(props.onSubmit, onSent)
  const says = isBusy && busyLabel !== undefined
  const close = () => !isBusy && onClose()
  return (
    <Modal
      opened={opened}
      title={title}
      onClose={close}
      closeOnClickOutside={!isDirty}
      closeOnEscape={!isCovered}
      centered
      padding="lg"
      size={size}
      closeButtonProps={{ 'aria-label': 'Cerrar' }}
      classNames={{ body: classes.body ?? '' }}
    >
      <form onSubmit={(event) => void submit(event)} noValidate>
        <div className={classes.fields}>{children}</div>
        <div className={classes.foot}>
          <Button variant="default" onMouseDown={keepFocus} onClick={close} disabled={isBusy}>
            {cancelLabel}
          </Button>
          <Button
            type="submit"
            onMouseDown={keepFocus}
            loading={isBusy && !says}
            disabled={says}
            {...(tone === 'danger' && { color: 'red.7' })}
          >
            {says ? busyLabel : submitLabel}
          </Button>
        </div>
      </form>
    </Modal>
  )
}
