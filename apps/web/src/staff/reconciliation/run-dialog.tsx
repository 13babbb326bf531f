import { businessDay } from '@quincena/domain/dates'
import { useState } from 'react'
import { DateField } from '../../components/date-field.tsx'
import { FormDialog } from '../../components/form-dialog.tsx'
import { dayProblem } from '../../lib/typed-date.ts'
import { useRunDay } from './api.ts'

interface RunDialogProps {
  opened: boolean
  onClose: () => void
  /** Called when the run has started; it continues in the background, and the page of the day shows its progress. */
  onStarted: (day: string) => unknown
}

/** Asks for the day to reconcile (today by default) and starts the run. */
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
