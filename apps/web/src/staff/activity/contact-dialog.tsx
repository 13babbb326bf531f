import { Select, Textarea, TextInput } from '@mantine/core'
import { CONTACT_MEANS, contactBody, contactMeansNames } from '@quincena/domain/notes/schema'
import { TEXT_LIMITS } from '@quincena/domain/text-limits'
import { DateField } from '../../components/date-field.tsx'
import { useDraft } from '../../components/draft.ts'
import { FormDialog } from '../../components/form-dialog.tsx'
import { explainByToast, useServerForm } from '../../components/server-form.ts'
import { toast } from '../../components/toast.tsx'
import { today } from '../../lib/today.ts'
import { dayProblem } from '../../lib/typed-date.ts'
import { useRegisterContact } from './api.ts'

const means = CONTACT_MEANS.map((value) => ({ value, label: contactMeansNames[value] }))

interface ContactDialogProps {
  loan: { id: number; folio: string }
  /** The person whose loan it is. */
  person: string
  opened: boolean
  onClose: () => void
}

/** Registers how staff reached the worker or their company about a loan, and what follows. */
export function ContactDialog({ loan, person, opened, onClose }: ContactDialogProps) {
  const { mutateAsync } = useRegisterContact(loan.id)
  const { form, submit, resetBefore } = useServerForm({
    schema: contactBody,
    initial: { means: '', text: '', next_step: '', next_step_on: '' },
    check: ({ next_step_on }) => ({
      next_step_on: next_step_on === '' ? undefined : dayProblem(next_step_on, { min: today() }),
    }),
    explain: explainByToast,
    send: async (body) => {
      await mutateAsync(body)
      toast.success('El contacto quedó registrado.')
    },
  })
  const draft = useDraft(`contact ${loan.id}`, form)
  const { value: _, ...meansProps } = form.getInputProps('means')
  return (
    <FormDialog
      opened={opened}
      title={`Registrar contacto · ${loan.folio}`}
      submitLabel="Registrar contacto"
      isDirty={form.isDirty()}
      draft={draft}
      onSubmit={submit}
      onClose={resetBefore(onClose)}
    >
      <Select
        label="Cómo fue"
        description={`Con ${person} o con su empresa`}
        placeholder="Elige"
        data={means}
        data-autofocus
        {...meansProps}
        value={form.values.means || null}
      />
      <Textarea
        label="Qué pasó"
        description="Lo ve todo el personal, nunca el trabajador. Ya guardado no se edita ni se borra."
        rows={4}
        maxLength={TEXT_LIMITS.note}
        {...form.getInputProps('text')}
      />
      <TextInput
        label="Qué sigue (opcional)"
        placeholder="Volver a llamar"
        maxLength={TEXT_LIMITS.next_step}
        {...form.getInputProps('next_step')}
      />
      <DateField
        label="Cuándo (opcional)"
        min={today()}
        {...form.getInputProps('next_step_on')}
        value={form.values.next_step_on}
      />
    </FormDialog>
  )
}
