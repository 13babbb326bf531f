import { Text, Textarea } from '@mantine/core'
import { useState } from 'react'
import { FormDialog } from '../../components/form-dialog.tsx'

interface ReasonDialogProps {
  opened: boolean
  title: string
  text: string
  submitLabel: string
  cancelLabel?: string
  /** Says who will read the reason. */
  hint: string
  /** Error shown when a mandatory reason is empty; undefined when the reason is optional. */
  missing?: string
  onSubmit: (reason: string) => Promise<unknown>
  onClose: () => void
}

const limit = 500

/** Asks for confirmation and a reason, of at most 500 characters. */
export function ReasonDialog({ text, hint, missing, onSubmit, onClose, ...dialog }: ReasonDialogProps) {
  const [reason, setReason] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const close = () => {
    setReason('')
    setProblem(null)
    onClose()
  }
  const submit = async () => {
    if (missing === undefined || reason.trim() !== '') return onSubmit(reason.trim())
    setProblem(missing)
    return false
  }
  return (
    <FormDialog {...dialog} tone="danger" isDirty={reason !== ''} onSubmit={submit} onClose={close}>
      <Text size="sm" c="dimmed">
        {text}
      </Text>
      <Textarea
        label={missing === undefined ? 'Motivo (opcional)' : 'Motivo'}
        description={hint}
        value={reason}
        onChange={(event) => {
          setReason(event.currentTarget.value)
          setProblem(null)
        }}
        error={problem}
        maxLength={limit}
        rows={3}
        data-autofocus
      />
    </FormDialog>
  )
}
