import { businessDay } from '@quincena/domain/dates'
import { useState } from 'react'
import { DateField } from '../../components/date-field.tsx'
import { FormDialog } from '../../components/form-dialog.tsx'
import { dayProblem } from '../../lib/typed-date.ts'
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
  const [wasTried, setWasTried] = useState(false)
  const problem = day === '' ? 'Elige un día' : dayProblem(day, { max: today })
  const submit = async () => {
    setWasTried(true)
    if (problem !== undefined) return false
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
      <DateField
        label="Día de operación"
        description="Un día que ya se comparó conserva sus notas."
        value={day}
        max={today}
        onChange={setDay}
        error={(day === '' || wasTried) && problem}
        data-autofocus
      />
    </FormDialog>
  )
}
