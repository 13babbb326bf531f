import { TextInput } from '@mantine/core'
import { formatDate, formatMoney } from '@quincena/domain/format'
import type { LoanDetail } from '@quincena/domain/loans/detail-schema'
import { pesos } from '@quincena/domain/money'
import { type PayoffQuote, payoffBody } from '@quincena/domain/payments/schema'
import { useQuery } from '@tanstack/react-query'
import { useDraft } from '../../components/draft.ts'
import { EditorDialog } from '../../components/editor-dialog.tsx'
import { Notice } from '../../components/notice.tsx'
import { explainAll, useServerForm } from '../../components/server-form.ts'
import { LinesSkeleton } from '../../components/skeletons.tsx'
import { toast } from '../../components/toast.tsx'
import { ApiError, errorText } from '../../lib/api-error.ts'
import { ProofFields } from '../bank/proof-fields.tsx'
import { initialProof, useProof } from '../bank/use-proof.ts'
import { VoucherField } from '../bank/voucher-field.tsx'
import { payoffQuery, usePayOff } from '../loan/api.ts'
import { PayoffComparison } from '../loan/payoff-comparison.tsx'
import classes from './money-dialog.module.css'

function Saving({ quote: { discount, day } }: { quote: PayoffQuote }) {
  if (discount === 0)
    return <Notice tone="info">No quedan intereses por correr: se paga todo lo que se debe.</Notice>
  return (
    <Notice tone="done">
      Ahorra <strong>{formatMoney(discount)}</strong> de intereses que aún no corren. El monto vale hoy,{' '}
      {formatDate(day)}.
    </Notice>
  )
}

interface PayoffDialogProps {
  loan: Pick<LoanDetail, 'id' | 'folio' | 'user' | 'amount_due'>
  opened: boolean
  onClose: () => void
}

/** State of the form: the quoted payoff, and what proves the money. A changed payoff is loaded again. */
function usePayoffForm(loan: PayoffDialogProps['loan']) {
  const { data: quote, error, refetch } = useQuery({ ...payoffQuery(loan), enabled: loan.amount_due > 0 })
  const { mutateAsync } = usePayOff(loan.id)
  const proof = useProof()
  const { form, refusal, submit } = useServerForm({
    schema: payoffBody,
    initial: initialProof,
    toBody: (values) =>
      quote && {
        ...{ amount_paid: pesos(quote.amount), previous_amount_due: pesos(quote.amount_due) },
        ...proof.bodyOf(values),
      },
    check: proof.problemsOf,
    explain: explainAll,
    send: async (body) => {
      try {
        await mutateAsync(body)
      } catch (problem) {
        if (problem instanceof ApiError && problem.code === 'payoff_changed') void refetch()
        throw problem
      }
      toast.success('La liquidación ha sido registrada correctamente.')
    },
  })
  const draft = useDraft(`payoff ${loan.id}`, form, { isMoney: true })
  return { form, draft, refusal, submit, quote, error, account: proof.accountOf(form.values) }
}

function PayoffForm({ loan, onClose }: Omit<PayoffDialogProps, 'opened'>) {
  const { form, draft, refusal, submit, quote, error, account } = usePayoffForm(loan)
  return (
    <EditorDialog
      title="Liquidación anticipada"
      submitLabel="Registrar liquidación"
      isDirty={form.isDirty()}
      draft={draft}
      onSubmit={async () => quote !== undefined && submit()}
      onClose={onClose}
    >
      <p className={classes.borrower}>
        {loan.user.first_name} {loan.user.last_name} · {loan.folio}
      </p>
      {refusal !== null && <Notice tone="problem">{refusal}</Notice>}
      {quote === undefined && error === null && <LinesSkeleton lines={4} />}
      {quote === undefined && error !== null && <Notice tone="problem">{errorText(error)}</Notice>}
      {quote !== undefined && (
        <>
          <PayoffComparison quote={quote} heading="Liquidando hoy" />
          <Saving quote={quote} />
          <div className={classes.fields}>
            <TextInput
              label="Fecha valor"
              description="Si el dinero llegó otro día, regístralo en Nuevo pago."
              inputWrapperOrder={['label', 'input', 'error', 'description']}
              value={formatDate(quote.day)}
              readOnly
            />
            <ProofFields fieldOf={(name) => form.getInputProps(name)} account={account} />
          </div>
          <VoucherField {...form.getInputProps('voucher')} value={form.values.voucher} />
        </>
      )}
    </EditorDialog>
  )
}

/** Pays off a credit today, without the unpaid interest of future days. */
export function PayoffDialog({ opened, ...props }: PayoffDialogProps) {
  return opened ? <PayoffForm {...props} /> : null
}
