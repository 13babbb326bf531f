import { TextInput } from '@mantine/core'
import { businessDay } from '@quincena/domain/dates'
import { useState } from 'react'
import { FormDialog } from '../../components/form-dialog.tsx'
import { useRunDay } from './api.ts'

interface RunDialogProps {
  opened: boolean
  onClose: () => void
  /** The comparison goes on by itself: its day shows how far it is. */
  onStarted: (day: string) => unknown
}

/** Asks which day to compare, today unless said otherwise. */
export function RunDialog({ opened, onClose, onStarted }: RunDialogProps) {
  const today = businessDay(Temporal.Now.instant())
  const [day, setDay] = useState(today)
  const { mutateAsync } = useRunDay()
  const isMissing = day === ''
  const submit = async () => {
    if (isMissing) return false
    await mutateAsync(day)
    await onStarted(day)
  }
  return (
    <FormDialog
      opened={opened}
      title="Conciliar un día"
      submitLabel="Conciliar"
      onSubmit={submit}
      onClose={onClose}
    >
      <TextInput
        type="date"
        label="Día de operación"
        description="Un día que ya se comparó conserva sus notas."
        value={day}
        max={today}
        onChange={(event) => setDay(event.currentTarget.value)}
        error={isMissing && 'Elige un día'}
        data-autofocus
      />
    </FormDialog>
  )
}
