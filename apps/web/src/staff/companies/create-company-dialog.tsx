import { companyForm } from '@quincena/domain/companies/schema'
import { toast } from '../../components/toast.tsx'
import { useCreateCompany } from './api.ts'
import { CompanyEditor } from './company-editor.tsx'
import { noCompany } from './company-values.ts'
import { useCompanyForm } from './use-company-form.ts'

export interface SavingDialogProps {
  onClose: () => void
  /** Saved, with what to tell. */
  onSaved: (text: string) => void
}

/** Nueva Empresa (spec: backoffice §2, §5). */
export function CreateCompanyDialog({ onClose, onSaved }: SavingDialogProps) {
  const { mutateAsync } = useCreateCompany()
  const state = useCompanyForm({
    initial: noCompany,
    schema: companyForm,
    warning: 'Por favor, corrija los errores antes de continuar.',
    failure: 'Hubo un problema al registrar la empresa.',
    async save(body) {
      await mutateAsync(body)
      toast.success('Empresa agregada correctamente.')
      onSaved('La empresa se ha agregado correctamente.')
    },
  })
  return (
    <CompanyEditor
      state={state}
      isNew
      title="Nueva Empresa"
      submitLabel="Agregar"
      busyLabel="Agregando..."
      onClose={onClose}
    />
  )
}
