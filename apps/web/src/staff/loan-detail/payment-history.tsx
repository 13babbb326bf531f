import { Anchor, VisuallyHidden } from '@mantine/core'
import type { LoanDetail } from '@quincena/domain/loans/detail-schema'
import type { Payment } from '@quincena/domain/payments/schema'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Notice } from '../../components/notice.tsx'
import { PageButtons } from '../../components/page-buttons.tsx'
import { ReasonDialog } from '../../components/reason-dialog.tsx'
import { toast } from '../../components/toast.tsx'
import { askedText, isAsked } from '../../lib/approvals.ts'
import { useUser } from '../../lib/session.ts'
import { loanProofsQuery } from '../bank/api.ts'
import { ProofDialog } from '../bank/proof-dialog.tsx'
import { useReversePayment } from '../loan/api.ts'
import { PaymentRow } from './payment-row.tsx'
import classes from './plain-table.module.css'
import { byApplication, reversalText } from './reversal-words.ts'
import { WideTable } from './wide-table.tsx'

function Head() {
  return (
    <thead>
      <tr>
        <th scope="col">Fecha valor</th>
        <th scope="col" className={classes.end}>
          Cantidad pagada
        </th>
        <th scope="col">Canal</th>
        <th scope="col">Comprobación</th>
        <th scope="col">Se aplicó a</th>
        <th scope="col">Cubrió</th>
        <th scope="col" className={classes.end}>
          Deuda anterior
        </th>
        <th scope="col" className={classes.end}>
          Deuda nueva
        </th>
        <th scope="col" className={classes.actions}>
          <VisuallyHidden>Acciones</VisuallyHidden>
        </th>
      </tr>
    </thead>
  )
}

const pageSize = 5

/** What proves the payments of a loan, by payment; `problem` stands for it when it does not load. */
function useProofs(loan: LoanDetail) {
  const { data, error, refetch } = useQuery({
    ...loanProofsQuery(loan.id),
    enabled: loan.payments.length > 0,
  })
  const proofs = new Map(data?.results.map((proof) => [proof.id, proof]))
  const problem = error !== null && data === undefined && (
    <Notice tone="problem">
      No se pudo cargar la comprobación de los pagos.{' '}
      <Anchor component="button" type="button" onClick={() => void refetch()} inherit>
        Reintentar
      </Anchor>
    </Notice>
  )
  return { proofs, problem }
}

/**
 * Lists the payments of a loan, five a page, the latest value date first, reversed ones struck through. An admin can
 * reverse any payment.
 */
export function PaymentHistory({ loan }: { loan: LoanDetail }) {
  const isAdmin = useUser().user_type === 'U0'
  const { mutateAsync } = useReversePayment()
  const [chosenPage, setChosenPage] = useState(1)
  const [provedPayment, setProvedPayment] = useState<number>()
  const { proofs, problem } = useProofs(loan)
  const [reversedPayment, setReversedPayment] = useState<Payment | null>(null)
  const payments = loan.payments.toSorted((one, other) => byApplication(other, one))
  const pages = Math.max(1, Math.ceil(payments.length / pageSize))
  const page = Math.min(chosenPage, pages)
  const shown = payments.slice((page - 1) * pageSize, page * pageSize)
  if (payments.length === 0) return <p className={classes.none}>Aún no hay registros para mostrar</p>
  const reverse = async (reason: string) => {
    if (reversedPayment === null) return
    const answer = await mutateAsync({ id: reversedPayment.id, reason })
    toast.success(isAsked(answer) ? askedText : 'El pago fue anulado.')
  }
  return (
    <>
      {problem}
      <WideTable label="Historial de pagos">
        <table className={classes.table}>
          <Head />
          <tbody>
            {shown.map((payment) => (
              <PaymentRow
                key={payment.id}
                payment={payment}
                type={loan.type}
                proof={proofs.get(payment.id)}
                onProof={() => setProvedPayment(payment.id)}
                onReverse={
                  isAdmin && payment.reversed_at === null ? () => setReversedPayment(payment) : undefined
                }
              />
            ))}
          </tbody>
        </table>
      </WideTable>
      <PageButtons label="Páginas de pagos" page={page} pages={pages} onPage={setChosenPage} />
      <ProofDialog id={provedPayment} onClose={() => setProvedPayment(undefined)} />
      <ReasonDialog
        opened={reversedPayment !== null}
        record={`payment ${reversedPayment?.id}`}
        title="¿Anular este pago?"
        text={reversedPayment === null ? '' : reversalText(loan, reversedPayment)}
        submitLabel="Anular"
        cancelLabel="Volver"
        hint="Queda en el historial."
        missing="Escribe el motivo"
        onSubmit={reverse}
        onClose={() => setReversedPayment(null)}
      />
    </>
  )
}
