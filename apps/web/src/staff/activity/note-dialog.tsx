import { Textarea } from '@mantine/core'
import { type NotedRecord, noteBody } from '@quincena/domain/notes/schema'
import { TEXT_LIMITS } from '@quincena/domain/text-limits'
import { useDraft } from '../../components/draft.ts'
import { FormDialog } from '../../components/form-dialog.tsx'
import { explainByToast, useServerForm } from '../../components/server-form.ts'
import { toast } from '../../components/toast.tsx'
import { useWriteNote } from './api.ts'

interface NoteDialogProps {
  record: NotedRecord
  opened: boolean
  onClose: () => void
}

/** Writes a note about a record. */
export function NoteDialog({ record, opened, onClose }: NoteDialogProps) {
  const { mutateAsync } = useWriteNote(record)
  const { form, submit, resetBefore } = useServerForm({
    schema: noteBody,
    initial: { text: '' },
    explain: explainByToast,
    send: async (body) => {
      await mutateAsync(body)
      toast.success('La nota quedó guardada.')
    },
  })
  const draft = useDraft(`note ${record.kind} ${record.id}`, form)
  return (
    <FormDialog
      opened={opened}
      title="Agregar nota"
      submitLabel="Guardar nota"
      isDirty={form.isDirty()}
      draft={draft}
      onSubmit={submit}
      onClose={resetBefore(onClose)}
    >
      <Textarea
        label="Nota"
        description="La ve todo el personal, nunca el trabajador. Ya guardada no se edita ni se borra."
        rows={5}
        maxLength={TEXT_LIMITS.note}
        data-autofocus
        {...form.getInputProps('text')}
      />
    </FormDialog>
  )
}
