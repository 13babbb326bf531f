import { type ComponentProps, useEffect } from 'react'
import { FormDialog } from './form-dialog.tsx'
import { useLeaveGuard } from './leave-guard.tsx'

/** Gives the focus back to what had it, when the dialog goes. */
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
 * A long form in a dialog: mounted while it is open, so that it begins afresh each time; what was typed is not
 * thrown away without asking.
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
