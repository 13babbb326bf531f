import { Modal } from '@mantine/core'
import { type Company, companyEditForm } from '@quincena/domain/companies/schema'
import { useQuery } from '@tanstack/react-query'
import { ErrorState } from '../../components/message-state.tsx'
import { LinesSkeleton } from '../../components/skeletons.tsx'
import { toast } from '../../components/toast.tsx'
import { companyQueryOf, useUpdateCompany } from './api.ts'
import { CompanyEditor } from './company-editor.tsx'
import { type CompanyValues, valuesOf, wireOf } from './company-values.ts'
import type { SavingDialogProps } from './create-company-dialog.tsx'
import { useCompanyForm } from './use-company-form.ts'

interface EditCompanyDialogProps extends SavingDialogProps {
  id: number
}

/** The e-mail is not typed twice here; a company that never had a rate may stay without one. */
function editWire(values: CompanyValues, { interest_rate }: Company): object {
  const { email_confirm: _, ...wire } = wireOf(values)
  const staysWithout = interest_rate === null && wire.interest_rate === ''
  return staysWithout ? { ...wire, interest_rate: null } : wire
}

function Editor({ company, onClose, onSaved }: SavingDialogProps & { company: Company }) {
  const { mutateAsync } = useUpdateCompany(company.id)
  const state = useCompanyForm({
    initial: valuesOf(company),
    schema: companyEditForm,
    wire: (values) => editWire(values, company),
    warning: 'Corrige los errores antes de continuar.',
    failure: 'Ocurrió un problema al actualizar la empresa.',
    async save(body) {
      await mutateAsync(body)
      toast.success('Empresa actualizada correctamente.')
      onSaved('La empresa fue actualizada correctamente.')
    },
  })
  return (
    <CompanyEditor
      state={state}
      isNew={false}
      title="Editar Empresa"
      submitLabel="Guardar"
      busyLabel="Guardando..."
      onClose={onClose}
    />
  )
}

/** Editar Empresa; the form begins with what the server has now. */
export function EditCompanyDialog({ id, onClose, onSaved }: EditCompanyDialogProps) {
  const { data, error, isFetchedAfterMount, refetch } = useQuery({
    ...companyQueryOf(id),
    refetchOnMount: 'always',
  })
  if (data !== undefined && isFetchedAfterMount)
    return <Editor key={id} company={data} onClose={onClose} onSaved={onSaved} />
  return (
    <Modal opened title="Editar Empresa" size={720} padding="lg" centered onClose={onClose}>
      {error ? (
        <ErrorState title="Error al obtener las empresas" error={error} onRetry={refetch} />
      ) : (
        <LinesSkeleton lines={9} />
      )}
    </Modal>
  )
}
