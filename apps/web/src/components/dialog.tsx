import { Modal, type ModalProps } from '@mantine/core'
import { useIsAsking } from '../lib/asking.ts'
import { openState } from '../lib/open-dialog.ts'

/** Without a role, the `<header>` of two dialogs at once counts as two banners of the page. */
const attributesOf = (isOpen: boolean) => ({
  header: { role: 'presentation' },
  content: openState(isOpen),
})

interface DialogProps extends ModalProps {
  closeLabel?: string
}

/** A dialog, centred, with a named close button. While a question is open above it, Escape closes only the question. */
export function Dialog({ closeLabel = 'Cerrar', closeOnEscape = true, ...props }: DialogProps) {
  const isAsking = useIsAsking()
  return (
    <Modal
      padding="lg"
      centered
      attributes={attributesOf(props.opened)}
      closeOnEscape={closeOnEscape && !isAsking}
      closeButtonProps={{ 'aria-label': closeLabel }}
      {...props}
    />
  )
}
