import { Text, Textarea } from '@mantine/core'
import { required } from '@quincena/domain/fields'
import { TEXT_LIMITS } from '@quincena/domain/text-limits'
import { z } from 'zod'
import { useDraft } from './draft.ts'
import { FormDialog } from './form-dialog.tsx'
import { explainByToast, useServerForm } from './server-form.ts'

interface ReasonDialogProps {
  opened: boolean
  /** The record that the reason is about, as `loan 12`: a reason that was not sent comes back for it alone. */
  record: string
  title: string
  text: string
  submitLabel: string
  cancelLabel?: string
  /** Says who will read the reason. */
  hint: string
  /** Error shown when a mandatory reason is empty; undefined when the reason is optional. */
  missing?: string
  /** The reason that the field starts with. */
  initial?: string
  onSubmit: (reason: string) => Promise<unknown>
  onClose: () => void
}

const optional = z.string().trim().max(TEXT_LIMITS.reason)

/** Asks for confirmation and a reason. */
export function ReasonDialog({ record, text, hint, missing, onSubmit, onClose, ...rest }: ReasonDialogProps) {
  const { initial = '', ...dialog } = rest
  const { form, submit, resetBefore } = useServerForm({
    schema: z.object({ reason: missing === undefined ? optional : required(missing, TEXT_LIMITS.reason) }),
    initial: { reason: initial },
    explain: explainByToast,
    send: ({ reason }) => onSubmit(reason),
  })
  const draft = useDraft(`reason ${dialog.title} ${record}`, form)
  return (
    <FormDialog
      {...dialog}
      tone="danger"
      isDirty={form.isDirty()}
      draft={draft}
      onSubmit={submit}
      onClose={resetBefore(onClose)}
    >
      <Text size="sm" c="dimmed">
        {text}
      </Text>
      <Textarea
        label={missing === undefined ? 'Motivo (opcional)' : 'Motivo'}
        description={hint}
        maxLength={TEXT_LIMITS.reason}
        rows={3}
        data-autofocus
        {...form.getInputProps('reason')}
      />
    </FormDialog>
  )
}
