import { Modal, type ModalProps } from '@mantine/core'

/** Without a role, the `<header>` of two dialogs at once counts as two banners of the page. */
const attributes = { header: { role: 'presentation' } }

/** A dialog, centred, with a named close button. */
export function Dialog({ closeLabel = 'Cerrar', ...props }: ModalProps & { closeLabel?: string }) {
  return (
    <Modal
      padding="lg"
      centered
      attributes={attributes}
      closeButtonProps={{ 'aria-label': closeLabel }}
      {...props}
    />
  )
}
