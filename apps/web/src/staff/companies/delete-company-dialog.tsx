import type { Company } from '@quincena/domain/companies/schema'
import { ConfirmDialog } from '../../components/confirm-dialog.tsx'
import { toast } from '../../components/toast.tsx'
import { useDeleteCompany } from './api.ts'

interface DeleteCompanyDialogProps {
  /** The company to delete; null while the dialog is closed. */
  company: Pick<Company, 'id' | 'name'> | null
  onClose: () => void
}

/** Asks for confirmation before it deletes a company (spec: backoffice §8). */
export function DeleteCompanyDialog({ company, onClose }: DeleteCompanyDialogProps) {
  const { mutateAsync } = useDeleteCompany()
  const confirm = async () => {
    if (company === null) return
    await mutateAsync(company.id)
    toast.success('La empresa fue eliminada.')
  }
  return (
    <ConfirmDialog
      opened={company !== null}
      title="¿Eliminar empresa?"
      subject={company?.name}
      text="Esta acción no se puede deshacer."
      confirmLabel="Sí, eliminar"
      tone="danger"
      onConfirm={confirm}
      onClose={onClose}
    />
  )
}
