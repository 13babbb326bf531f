import { Textarea } from '@mantine/core'
import { differenceNoteBody } from '@quincena/domain/reconciliation/schema'
import { TEXT_LIMITS } from '@quincena/domain/text-limits'
import { useDraft } from '../../components/draft.ts'
import { FormDialog } from '../../components/form-dialog.tsx'
import { explainByToast, useServerForm } from '../../components/server-form.ts'
import { toast } from '../../components/toast.tsx'
import { useNoteDifference } from './api.ts'

const words = {
  note: {
    title: 'Anotar en la diferencia',
    label: 'Nota',
    description: 'La ve todo el personal y queda en el historial.',
    submit: 'Guardar nota',
    done: 'La nota quedó guardada.',
  },
  close: {
    title: 'Cerrar la diferencia',
    label: 'Motivo',
    description: 'Ya no contará como abierta, aunque se vuelva a encontrar. El motivo queda en el historial.',
    submit: 'Cerrar diferencia',
    done: 'La diferencia quedó cerrada.',
  },
} as const

interface NoteDialogProps {
  id: number
  /** True when the note is the reason with which an admin closes the difference. */
  closes?: boolean
  opened: boolean
  onClose: () => void
}

/** Adds a note to a difference, or closes the difference with a reason. */
export function NoteDialog({ id, closes = false, opened, onClose }: NoteDialogProps) {
  const { mutateAsync } = useNoteDifference(id)
  const { title, label, description, done, submit: submitLabel } = words[closes ? 'close' : 'note']
  const { form, submit, resetBefore } = useServerForm({
    schema: differenceNoteBody,
    initial: { note: '' },
    toBody: (values) => ({ ...values, close: closes }),
    explain: explainByToast,
    send: async (body) => {
      await mutateAsync(body)
      toast.success(done)
    },
  })
  const draft = useDraft(`difference ${id} ${closes ? 'close' : 'note'}`, form)
  return (
    <FormDialog
      opened={opened}
      title={title}
      submitLabel={submitLabel}
      isDirty={form.isDirty()}
      draft={draft}
      onSubmit={submit}
      onClose={resetBefore(onClose)}
    >
      <Textarea
        label={label}
        description={description}
        rows={4}
        maxLength={TEXT_LIMITS.reason}
        data-autofocus
        {...form.getInputProps('note')}
      />
    </FormDialog>
  )
}
