import { Loader, Text, Textarea } from '@mantine/core'
import { formatMoney } from '@quincena/domain/format'
import type { LoanType } from '@quincena/domain/loans/rules'
import type { LoanListItem } from '@quincena/domain/loans/schema'
import { TEXT_LIMITS } from '@quincena/domain/text-limits'
import { useQuery } from '@tanstack/react-query'
import { z } from 'zod'
import { useDraft } from '../../components/draft.ts'
import { FormDialog } from '../../components/form-dialog.tsx'
import { AnchorLink } from '../../components/links.tsx'
import { Notice } from '../../components/notice.tsx'
import { explainByToast, useServerForm } from '../../components/server-form.ts'
import { errorText } from '../../lib/api-error.ts'
import { delayedSubjects, useDelayed } from '../../lib/delayed.ts'
import { pluralize } from '../../lib/pluralize.ts'
import type { Decision } from '../loan/api.ts'
import { decisionOf } from '../loan/decide.ts'
import { typeWords } from '../loan/words.ts'
import { selectedLoansQuery } from './api.ts'
import classes from './decide-selected-dialog.module.css'
import { divideEligible, documentsText, type Eligible } from './eligible.ts'
import { useDecideSelected } from './use-decide-selected.ts'

const words = {
  APP: { title: '¿Aprobar las seleccionadas?', submit: 'Aprobar' },
  REJ: { title: '¿Rechazar las seleccionadas?', submit: 'Rechazar' },
} as const

const requests = (count: number) => pluralize(count, 'solicitud', 'solicitudes')

/** «2 solicitudes no se pueden aprobar: 1 Por firmar, 1 Rechazado» */
function LeftOut({ others, missing, verb }: Pick<Eligible, 'others'> & { missing: number; verb: string }) {
  const reasons = [...others, ...(missing > 0 ? [['Ya no existe', missing] as const] : [])]
  const count = reasons.reduce((sum, [, some]) => sum + some, 0)
  if (count === 0) return null
  const list = reasons.map(([reason, some]) => `${some} ${reason}`).join(', ')
  return (
    <Notice tone="info">
      {pluralize(count, 'solicitud no se puede', 'solicitudes no se pueden')} {verb.toLowerCase()}: {list}.
    </Notice>
  )
}

/** Names each request that the server refuses to approve before its documents are accepted. */
function Unreviewed({ loans }: { loans: readonly LoanListItem[] }) {
  if (loans.length === 0) return null
  return (
    <Notice tone="info">
      Antes de aprobar hay que aceptar los documentos:
      <ul className={classes.list}>
        {loans.map((loan) => (
          <li key={loan.id}>
            <AnchorLink
              to={typeWords[loan.type].detailPath}
              params={{ id: loan.id }}
              search={{ tab: 'documentacion' }}
              inherit
              underline="always"
            >
              {documentsText(loan)}
            </AnchorLink>
          </li>
        ))}
      </ul>
    </Notice>
  )
}

function Summary({ loans, status }: { loans: readonly LoanListItem[]; status: Decision['status'] }) {
  const sum = formatMoney(loans.reduce((total, { amount }) => total + amount, 0))
  if (loans.length === 0) return <Text size="sm">Ninguna de las seleccionadas se puede decidir ahora.</Text>
  const next =
    status === 'APP'
      ? 'Cada persona recibirá su oferta. El dinero se envía cuando firme el contrato.'
      : 'Cada persona recibirá un aviso. Podrás aprobarlas después, una por una.'
  return (
    <Text size="sm">
      <strong>
        {requests(loans.length)} · {sum}.
      </strong>{' '}
      {next}
    </Text>
  )
}

interface DecideSelectedProps {
  type: LoanType
  ids: readonly number[]
  status: Decision['status']
  onClose: () => void
}

/** Loads the selected loans again, because others may have decided them since, and divides them. */
function useEligible({ type, ids, status }: Omit<DecideSelectedProps, 'onClose'>) {
  const { data, error } = useQuery(selectedLoansQuery(type, ids))
  const delayed = delayedSubjects(useDelayed())
  const found = data?.results ?? []
  const eligible = divideEligible(found, status, (id) => delayed.has(decisionOf(id)))
  return { ...eligible, missing: ids.length - found.length, isLoading: data === undefined, error }
}

/** Asks for the confirmation of one decision about the selected loans, with one reason for all rejections. */
export function DecideSelectedDialog({ type, ids, status, onClose }: DecideSelectedProps) {
  const { loans, unreviewed, others, missing, isLoading, error } = useEligible({ type, ids, status })
  const decideLater = useDecideSelected()
  const { title, submit: verb } = words[status]
  const { form, submit } = useServerForm({
    schema: z.object({ reason: z.string().trim().max(TEXT_LIMITS.reason) }),
    initial: { reason: '' },
    explain: explainByToast,
    send: ({ reason }) => decideLater({ loans, status, ...(reason !== '' && { reason }) }),
  })
  const draft = useDraft(`reason of selected ${type} ${status} ${ids.join()}`, form)
  const canSend = loans.length > 0
  return (
    <FormDialog
      opened
      title={title}
      submitLabel={canSend ? `${verb} ${loans.length}` : 'Cerrar'}
      tone={status === 'REJ' ? 'danger' : 'normal'}
      isDirty={form.isDirty()}
      draft={draft}
      onSubmit={async () => (canSend ? submit() : undefined)}
      onClose={onClose}
    >
      {error !== null && <Notice tone="problem">{errorText(error)}</Notice>}
      {isLoading ? <Loader size={20} /> : <Summary loans={loans} status={status} />}
      <Unreviewed loans={unreviewed} />
      {!isLoading && <LeftOut others={others} missing={missing} verb={verb} />}
      {status === 'REJ' && canSend && (
        <Textarea
          label="Motivo (opcional)"
          description="Es el mismo para todas; cada trabajador lo lee en su solicitud."
          maxLength={TEXT_LIMITS.reason}
          rows={3}
          data-autofocus
          {...form.getInputProps('reason')}
        />
      )}
    </FormDialog>
  )
}
