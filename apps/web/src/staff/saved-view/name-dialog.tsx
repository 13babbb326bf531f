import { TextInput } from '@mantine/core'
import { type SavedView, type SavedViewList, savedViewBody } from '@quincena/domain/saved-views/schema'
import { FormDialog } from '../../components/form-dialog.tsx'
import { Notice } from '../../components/notice.tsx'
import { useServerForm } from '../../components/server-form.ts'
import { toast } from '../../components/toast.tsx'
import { useChangeView, useSaveView } from './api.ts'
import { filtersOf, hasUnsavedText, unsavedText } from './filters-of.ts'

interface NameDialogProps {
  list: SavedViewList
  /** The search parameters of the list's URL. */
  search: object
  /** The view that gets another name; without it a new one is saved. */
  view?: SavedView
  onClose: () => void
}

/** Asks for the name under which filters are saved, or for another name of a view. */
export function NameDialog({ list, search, view, onClose }: NameDialogProps) {
  const save = useSaveView()
  const change = useChangeView()
  const { form, submit, resetBefore } = useServerForm({
    schema: savedViewBody.pick({ name: true }),
    initial: { name: view?.name ?? '' },
    send: async ({ name }) => {
      await (view
        ? change.mutateAsync({ id: view.id, name })
        : save.mutateAsync({ list, name, search: filtersOf(search) }))
      toast.success(view ? 'Vista renombrada.' : 'Vista guardada.')
    },
  })
  return (
    <FormDialog
      opened
      title={view ? 'Renombrar vista' : 'Guardar vista'}
      submitLabel="Guardar"
      isDirty={form.isDirty()}
      onSubmit={submit}
      onClose={resetBefore(onClose)}
    >
      <TextInput
        label="Nombre de la vista"
        description="Solo tú la ves; la encuentras en cualquier equipo en el que entres."
        maxLength={60}
        data-autofocus
        {...form.getInputProps('name')}
      />
      {view === undefined && hasUnsavedText(search) && <Notice tone="info">{unsavedText}</Notice>}
    </FormDialog>
  )
}
