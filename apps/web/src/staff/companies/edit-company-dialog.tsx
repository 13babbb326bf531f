import type { UseFormReturnType } from '@mantine/form'
import { type Company, companyEditForm } from '@quincena/domain/companies/schema'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Dialog } from '../../components/dialog.tsx'
import { LoadState } from '../../components/load-state.tsx'
import { toast } from '../../components/toast.tsx'
import { clashText, mergeEdits } from '../../lib/merge-edits.ts'
import { companyQuery } from '../company/api.ts'
import { useUpdateCompany } from './api.ts'
import { CompanyEditor } from './company-editor.tsx'
import { type CompanyValues, valuesOf, wireOf } from './company-values.ts'
import type { SavingDialogProps } from './create-company-dialog.tsx'
import { useCompanyForm } from './use-company-form.ts'

interface EditCompanyDialogProps extends SavingDialogProps {
  id: number
}

/** Wire shape of an edit: without the e-mail confirmation. A company that never had a rate may stay without one. */
function editWire(values: CompanyValues, { interest_rate, version }: Company): object {
  const { email_confirm: _, ...wire } = wireOf(values)
  const keepsNoRate = interest_rate === null && wire.interest_rate === ''
  return { ...wire, version, ...(keepsNoRate && { interest_rate: null }) }
}

/**
 * Keeps the version of the company that the form edits. When saving conflicts with another user's save, `merge` loads
 * the newer version into the form, keeps the typed values and returns a message for each field that both changed.
 */
function useEdited(first: Company) {
  const client = useQueryClient()
  const [edited, setEdited] = useState(first)
  const merge = async (form: UseFormReturnType<CompanyValues>) => {
    const saved = await client.fetchQuery({ ...companyQuery(first.id), staleTime: 0 })
    const fresh = valuesOf(saved)
    const { values, clashes } = mergeEdits({ initial: valuesOf(edited), typed: form.values, fresh })
    setEdited(saved)
    form.setInitialValues(fresh)
    form.setValues(values)
    const now = new Map(Object.entries(fresh))
    return Object.fromEntries(clashes.map((name) => [name, [clashText(now.get(name) ?? '')]]))
  }
  return { edited, merge }
}

function Editor({ company, onClose, onSaved }: SavingDialogProps & { company: Company }) {
  const { mutateAsync } = useUpdateCompany(company.id)
  const { edited, merge } = useEdited(company)
  const state = useCompanyForm({
    id: company.id,
    initial: valuesOf(edited),
    schema: companyEditForm,
    wire: (values) => editWire(values, edited),
    merge,
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

/** Dialog that edits a company. The form starts with freshly loaded values. */
export function EditCompanyDialog({ id, onClose, onSaved }: EditCompanyDialogProps) {
  const query = useQuery({ ...companyQuery(id), refetchOnMount: 'always' })
  const { data, isFetchedAfterMount } = query
  if (data !== undefined && isFetchedAfterMount)
    return <Editor key={id} company={data} onClose={onClose} onSaved={onSaved} />
  return (
    <Dialog opened title="Editar Empresa" size={720} onClose={onClose}>
      <LoadState query={query} title="Error al obtener las empresas" lines={9} />
    </Dialog>
  )
}
