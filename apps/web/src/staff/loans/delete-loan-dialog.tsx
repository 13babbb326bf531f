import type { LoanListItem } from '@quincena/domain/loans/schema'
import { ConfirmDialog } from '../../components/confirm-dialog.tsx'
import { toast } from '../../components/toast.tsx'
import { useDeleteLoan } from './api.ts'

interface DeleteLoanDialogProps {
  /** The request to delete; null while nobody asks. */
  loan: Pick<LoanListItem, 'id' | 'type'> | null
  onClose: () => void
}

/** Asks before a request leaves the table (spec: backoffice §8). */
export function DeleteLoanDialog({ loan, onClose }: DeleteLoanDialogProps) {
  const { mutateAsync } = useDeleteLoan()
  const confirm = async () => {
    if (loan === null) return
    await mutateAsync(loan)
    toast.success('Solicitud eliminada con éxito')
  }
  return (
    <ConfirmDialog
      opened={loan !== null}
      title="Eliminar solicitud"
      text="¿Seguro que deseas eliminar la solicitud?"
      confirmLabel="Sí, eliminar"
      tone="danger"
      onConfirm={confirm}
      onClose={onClose}
    />
  )
}
