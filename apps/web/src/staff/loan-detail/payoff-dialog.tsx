import { formatDate, formatMoney } from '@quincena/domain/format'
import type { LoanDetail } from '@quincena/domain/loans/schema'
import { pesos } from '@quincena/domain/money'
import { type PayoffQuote, payoffBody } from '@quincena/domain/payments/schema'
import { useQuery } from '@tanstack/react-query'
import { FormDialog } from '../../components/form-dialog.tsx'
import { Notice } from '../../components/notice.tsx'
import { useServerForm } from '../../components/server-form.ts'
import { LinesSkeleton } from '../../components/skeletons.tsx'
import { toast } from '../../components/toast.tsx'
import { ApiError, errorText } from '../../lib/api-error.ts'
import { payoffQuery, usePayOff } from '../loan/api.ts'
import { PayoffComparison } from '../loan/payoff-comparison.tsx'
import classes from './payoff-dialog.module.css'

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

/** Pays off a credit today, without the unpaid interest of future days. */
export function PayoffDialog({ loan, opened, onClose }: PayoffDialogProps) {
  const {
    data: quote,
    error,
    refetch,
  } = useQuery({
    ...payoffQuery(loan),
    enabled: opened && loan.amount_due > 0,
  })
  const { mutateAsync } = usePayOff(loan.id)
  const { refusal, submit, resetBefore } = useServerForm({
    schema: payoffBody,
    initial: {},
    toBody: () => quote && { amount_paid: pesos(quote.amount), previous_amount_due: pesos(quote.amount_due) },
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
  return (
    <FormDialog
      opened={opened}
      title="Liquidación anticipada"
      submitLabel="Registrar liquidación"
      onSubmit={async () => quote !== undefined && submit()}
      onClose={resetBefore(onClose)}
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
        </>
      )}
    </FormDialog>
  )
}
