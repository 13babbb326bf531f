import { companyForm } from '@quincena/domain/companies/schema'
import { toast } from '../../components/toast.tsx'
import { useCreateCompany } from './api.ts'
import { CompanyEditor } from './company-editor.tsx'
import { noCompany } from './company-values.ts'
import { useCompanyForm } from './use-company-form.ts'

export interface SavingDialogProps {
  onClose: () => void
  /** Called after saving, with the text of the success message. */
  onSaved: (text: string) => void
}

/** Dialog that adds a company (spec: backoffice §2, §5). */
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
