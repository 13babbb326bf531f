import { Radio, Stack, Textarea } from '@mantine/core'
import { schemaResolver, useForm } from '@mantine/form'
import { formatMoney } from '@quincena/domain/format'
import { type ResolveBody, resolveBody, type TransferOrder } from '@quincena/domain/transfers/schema'
import { FormDialog } from '../../components/form-dialog.tsx'
import { toast } from '../../components/toast.tsx'
import { useResolveTransfer } from './api.ts'

const outcomes: readonly { value: ResolveBody['outcome']; label: string; description: string }[] = [
  { value: 'settled', label: 'Se depositó', description: 'El préstamo queda vigente.' },
  {
    value: 'returned',
    label: 'Se devolvió',
    description: 'El dinero regresó; se puede enviar de nuevo o cancelar.',
  },
  {
    value: 'not_sent',
    label: 'No se envió',
    description: 'STP nunca tuvo la orden; vuelve a ser una oferta.',
  },
]

interface ResolveDialogProps {
  order: TransferOrder
  opened: boolean
  onClose: () => void
}

/** An admin's answer to an order in manual review, after looking at the bank. */
export function ResolveDialog({ order, opened, onClose }: ResolveDialogProps) {
  const { mutateAsync } = useResolveTransfer(order.id)
  const form = useForm<{ outcome: string; reason: string }>({
    initialValues: { outcome: '', reason: '' },
    validate: schemaResolver(resolveBody, { sync: true }),
  })
  const close = () => {
    form.reset()
    onClose()
  }
  const submit = async () => {
    if (form.validate().hasErrors) return false
    await mutateAsync(resolveBody.parse(form.values))
    toast.success('La orden quedó resuelta.')
  }
  return (
    <FormDialog
      opened={opened}
      title="¿Qué pasó con el dinero?"
      submitLabel="Resolver"
      isDirty={form.isDirty()}
      onSubmit={submit}
      onClose={close}
    >
      <Radio.Group
        label={`${formatMoney(order.amount)} a ${order.beneficiary_name}`}
        description="Compruébalo en el banco antes de responder."
        {...form.getInputProps('outcome')}
      >
        <Stack gap="sm" mt="sm">
          {outcomes.map((outcome) => (
            <Radio key={outcome.value} {...outcome} />
          ))}
        </Stack>
      </Radio.Group>
      <Textarea
        label="Motivo"
        description="Queda en el historial."
        rows={3}
        maxLength={500}
        {...form.getInputProps('reason')}
      />
    </FormDialog>
  )
}
