import { Radio, Stack, Textarea } from '@mantine/core'
import { formatMoney } from '@quincena/domain/format'
import { TEXT_LIMITS } from '@quincena/domain/text-limits'
import type { TransferDetail } from '@quincena/domain/transfers/detail'
import { type ResolveBody, resolveBody } from '@quincena/domain/transfers/schema'
import { useDraft } from '../../components/draft.ts'
import { FormDialog } from '../../components/form-dialog.tsx'
import { AnchorLink } from '../../components/links.tsx'
import { Notice } from '../../components/notice.tsx'
import { explainByToast, useServerForm } from '../../components/server-form.ts'
import { toast } from '../../components/toast.tsx'
import { askedText, isAsked } from '../../lib/approvals.ts'
import { typeWords } from '../loan/words.ts'
import { useResolveTransfer } from './api.ts'

type Outcome = ResolveBody['outcome']

interface Resolution {
  value: Outcome
  label: string
  description: string
  /** Immediate effect in the ledger and for the worker. */
  consequence: string
}

const resolutions: readonly Resolution[] = [
  {
    value: 'settled',
    label: 'Se depositó',
    description: 'El dinero está en la cuenta del trabajador.',
    consequence:
      'El préstamo queda vigente y el trabajador lo debe. En la contabilidad el dinero sale de STP. No se envía nada más. Si otra orden ya pagó el préstamo, el trabajador recibió el dinero dos veces y debe este monto aparte.',
  },
  {
    value: 'returned',
    label: 'Se devolvió',
    description: 'El dinero regresó a nuestra cuenta de STP.',
    consequence:
      'El préstamo deja de deberse y espera: corrige la cuenta y envíalo de nuevo, o cancélalo. El trabajador recibe un aviso. Si el préstamo ya no esperaba este dinero, queda como está.',
  },
  {
    value: 'not_sent',
    label: 'No se envió',
    description: 'STP nunca tuvo la orden y el dinero no se movió.',
    consequence:
      'La solicitud vuelve a ser una oferta, si nada más pasó con ella, y el trabajador puede aceptarla otra vez. Si STP sí la tuviera, se pagaría dos veces: asegúrate.',
  },
]

/** The way to the payments that have to be reversed before the money can count as returned. */
function LoanOfOrder({ order: { loan, loan_type, loan_folio, closed_ways } }: { order: TransferDetail }) {
  if (closed_ways.returned === null || loan === null || loan_type === null) return null
  return (
    <AnchorLink to={typeWords[loan_type].detailPath} params={{ id: loan }}>
      Ver los pagos de {loan_folio}
    </AnchorLink>
  )
}

function ResolutionChoice({ order, ...input }: { order: TransferDetail }) {
  return (
    <Radio.Group
      label={`${formatMoney(order.amount)} a ${order.beneficiary_name}`}
      description="Compruébalo en el banco o con STP antes de responder."
      {...input}
    >
      <Stack gap="sm" mt="sm">
        {resolutions.map(({ value, label, description }) => {
          const closed = order.closed_ways[value]
          return (
            <Radio
              key={value}
              value={value}
              label={label}
              description={closed ?? description}
              disabled={closed !== null}
            />
          )
        })}
        <LoanOfOrder order={order} />
      </Stack>
    </Radio.Group>
  )
}

interface ResolveDialogProps {
  order: TransferDetail
  opened: boolean
  onClose: () => void
}

/**
 * Dialog in which an admin resolves an order in review after checking with the bank; it explains each choice's effect
 * first.
 */
export function ResolveDialog({ order, opened, onClose }: ResolveDialogProps) {
  const { mutateAsync } = useResolveTransfer(order.id)
  const { form, submit, resetBefore } = useServerForm({
    schema: resolveBody,
    initial: { outcome: '', reason: '' },
    explain: explainByToast,
    send: async (body) => {
      const answer = await mutateAsync(body)
      toast.success(isAsked(answer) ? askedText : 'La orden quedó resuelta.')
    },
  })
  const draft = useDraft(`resolution ${order.id}`, form)
  const chosen = resolutions.find(({ value }) => value === form.values.outcome)
  return (
    <FormDialog
      opened={opened}
      title="¿Qué pasó con el dinero?"
      submitLabel={chosen === undefined ? 'Resolver' : `Confirmar: ${chosen.label.toLowerCase()}`}
      isDirty={form.isDirty()}
      draft={draft}
      onSubmit={submit}
      onClose={resetBefore(onClose)}
    >
      <ResolutionChoice order={order} {...form.getInputProps('outcome')} />
      {chosen !== undefined && <Notice tone="info">{chosen.consequence}</Notice>}
      <Textarea
        label="Motivo"
        description="Queda en el historial."
        rows={3}
        maxLength={TEXT_LIMITS.reason}
        {...form.getInputProps('reason')}
      />
    </FormDialog>
  )
}
