import { type ComponentProps, useEffect } from 'react'
import { FormDialog } from './form-dialog.tsx'

/** Returns the focus to the element that had it, when the dialog unmounts. */
function useFocusBack() {
  useEffect(() => {
    const opener = document.activeElement
    return () => {
      if (opener instanceof HTMLElement && opener.isConnected) setTimeout(() => opener.focus(), 0)
    }
  }, [])
}

type EditorDialogProps = Omit<ComponentProps<typeof FormDialog>, 'opened'>

/** A long form in a dialog. Mount it only while it is open, so that it starts with initial values each time. */
export function EditorDialog(props: EditorDialogProps) {
  useFocusBack()
  return <FormDialog size={720} {...props} opened />
}
