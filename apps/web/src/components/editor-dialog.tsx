import { type ComponentProps, useEffect } from 'react'
import { FormDialog } from './form-dialog.tsx'
import { useLeaveGuard } from './leave-guard.tsx'

/** Returns the focus to the element that had it, when the dialog unmounts. */
function useFocusBack() {
  useEffect(() => {
    const opener = document.activeElement
    return () => {
      if (opener instanceof HTMLElement && opener.isConnected) setTimeout(() => opener.focus(), 0)
    }
  }, [])
}

type EditorDialogProps = Omit<ComponentProps<typeof FormDialog>, 'opened' | 'onSent'>

/**
 * A long form in a dialog. Mount it only while it is open, so that it starts with initial values each time. Closing a
 * changed form asks for a confirmation.
 */
export function EditorDialog({ isDirty = false, isCovered = false, onClose, ...props }: EditorDialogProps) {
  const guard = useLeaveGuard(isDirty, onClose)
  useFocusBack()
  return (
    <>
      <FormDialog
        size={720}
        {...props}
        opened
        isDirty={isDirty}
        isCovered={isCovered || guard.isAsking}
        onClose={guard.close}
        onSent={guard.leave}
      />
      {guard.question}
    </>
  )
}
