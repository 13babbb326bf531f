import { useQuery } from '@tanstack/react-query'
import { Dialog } from '../../../components/dialog.tsx'
import { LoadState } from '../../../components/load-state.tsx'
import { loanQuery } from '../api.ts'
import { EditRequestForm } from './edit-request-form.tsx'

interface EditRequestDialogProps {
  /** Id of the request to edit; null while the dialog is closed. */
  id: number | null
  onClose: () => void
}

function Editing({ id, onClose }: { id: number; onClose: () => void }) {
  const query = useQuery(loanQuery(id))
  if (query.data !== undefined) return <EditRequestForm loan={query.data} onClose={onClose} />
  return (
    <Dialog opened title="Editar solicitud" onClose={onClose} size={560}>
      <LoadState query={query} title="Error al obtener información del préstamo" lines={6} />
    </Dialog>
  )
}

/** Dialog that changes the amount and the months of a credit without a decision. */
export function EditRequestDialog({ id, onClose }: EditRequestDialogProps) {
  return id === null ? null : <Editing key={id} id={id} onClose={onClose} />
}
