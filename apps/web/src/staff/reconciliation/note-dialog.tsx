import { Textarea } from '@mantine/core'
import { schemaResolver, useForm } from '@mantine/form'
import { differenceNoteBody } from '@quincena/domain/reconciliation/schema'
import { FormDialog } from '../../components/form-dialog.tsx'
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
  const form = useForm({
    initialValues: { note: '' },
    validate: schemaResolver(differenceNoteBody, { sync: true }),
  })
  const { title, label, description, submit, done } = words[closes ? 'close' : 'note']
  const close = () => {
    form.reset()
    onClose()
  }
  const send = async () => {
    if (form.validate().hasErrors) return false
    await mutateAsync({ ...form.values, close: closes })
    toast.success(done)
  }
  return (
    <FormDialog
      opened={opened}
      title={title}
      submitLabel={submit}
      isDirty={form.isDirty()}
      onSubmit={send}
      onClose={close}
    >
      <Textarea
        label={label}
        description={description}
        rows={4}
        maxLength={500}
        data-autofocus
        {...form.getInputProps('note')}
      />
    </FormDialog>
  )
}
