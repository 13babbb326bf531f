import { businessDay } from '@quincena/domain/dates'
import { z } from 'zod'
import { DateField } from '../../components/date-field.tsx'
import { FormDialog } from '../../components/form-dialog.tsx'
import { explainByToast, useServerForm } from '../../components/server-form.ts'
import { dayProblem } from '../../lib/typed-date.ts'
import { useRunDay } from './api.ts'

interface RunDialogProps {
  opened: boolean
  onClose: () => void
  /** Called when the run has started; it continues in the background, and the page of the day shows its progress. */
  onStarted: (day: string) => unknown
}

const fields = z.object({ day: z.string().min(1, 'Elige un día') })

/** Asks for the day to reconcile (today by default) and starts the run. */
export function RunDialog({ opened, onClose, onStarted }: RunDialogProps) {
  const today = businessDay(Temporal.Now.instant())
  const { mutateAsync } = useRunDay()
  const { form, submit } = useServerForm({
    schema: fields,
    initial: { day: today },
    check: ({ day }) => ({ day: dayProblem(day, { max: today }) }),
    validateOn: 'blur',
    explain: explainByToast,
    send: async ({ day }) => {
      await mutateAsync(day)
      await onStarted(day)
    },
  })
  return (
    <FormDialog
      opened={opened}
      title="Conciliar un día"
      submitLabel="Conciliar"
      isDirty={form.isDirty()}
      onSubmit={submit}
      onClose={onClose}
    >
      <DateField
        label="Día de operación"
        description="Un día que ya se comparó conserva sus notas."
        max={today}
        {...form.getInputProps('day')}
        value={form.values.day}
        data-autofocus
      />
    </FormDialog>
  )
}
