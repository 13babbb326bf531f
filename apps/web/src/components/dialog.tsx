import { Modal, type ModalProps } from '@mantine/core'

/** A dialog, centred, with a named close button. */
export function Dialog({ closeLabel = 'Cerrar', ...props }: ModalProps & { closeLabel?: string }) {
  return <Modal padding="lg" centered closeButtonProps={{ 'aria-label': closeLabel }} {...props} />
}
