import { Modal } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { ErrorState } from '../../../components/message-state.tsx'
import { LinesSkeleton } from '../../../components/skeletons.tsx'
import { loanQuery } from '../api.ts'
import { EditRequestForm } from './edit-request-form.tsx'

interface EditRequestDialogProps {
  /** Id of the request to edit; null while the dialog is closed. */
  id: number | null
  onClose: () => void
}

function Editing({ id, onClose }: { id: number; onClose: () => void }) {
  const { data: loan, error, refetch } = useQuery(loanQuery(id))
  if (loan !== undefined) return <EditRequestForm loan={loan} onClose={onClose} />
  return (
    <Modal
      opened
      title="Editar solicitud"
      onClose={onClose}
      centered
      padding="lg"
      size={560}
      closeButtonProps={{ 'aria-label': 'Cerrar' }}
    >
      {error ? (
        <ErrorState title="Error al obtener información del préstamo" error={error} onRetry={refetch} />
      ) : (
        <LinesSkeleton lines={6} />
      )}
    </Modal>
  )
}

/** Dialog that changes the amount and the months of a credit without a decision. */
export function EditRequestDialog({ id, onClose }: EditRequestDialogProps) {
  return id === null ? null : <Editing key={id} id={id} onClose={onClose} />
}
