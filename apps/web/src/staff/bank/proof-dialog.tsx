import { Button } from '@mantine/core'
import type { PaymentProof } from '@quincena/domain/bank-statements/schema'
import { formatDate, formatDateTime } from '@quincena/domain/format'
import { CHANNEL_NAMES } from '@quincena/domain/payments/channels'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Amount } from '../../components/amount.tsx'
import { Field, FieldGrid } from '../../components/copy-field.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import { ButtonLink } from '../../components/links.tsx'
import { LoadState } from '../../components/load-state.tsx'
import { Notice } from '../../components/notice.tsx'
import { toast } from '../../components/toast.tsx'
import { OwnerCell } from '../treasury/owner-cell.tsx'
import { paymentProofQuery, useAddVoucher } from './api.ts'
import { LoanLink } from './loan-link.tsx'
import classes from './proof-dialog.module.css'
import { isToProve, ProofState } from './proof-words.tsx'
import { SendVoucher } from './send-voucher.tsx'
import { VoucherFile } from './voucher-file.tsx'

interface PartProps {
  payment: PaymentProof
}

function Facts({ payment }: PartProps) {
  const { id, borrower, value_date, channel, bank_account, reference, registered_by, created_at } = payment
  return (
    <div className={classes.facts}>
      <FieldGrid>
        <Field label="Préstamo">
          <LoanLink payment={payment} />
        </Field>
        <Field label="Fecha valor">{formatDate(value_date)}</Field>
        <Field label="Canal">{CHANNEL_NAMES[channel]}</Field>
        <Field label="Cuenta">{bank_account.name}</Field>
        <Field label="Referencia">{reference ?? '—'}</Field>
        <Field label="Registró">{registered_by}</Field>
        <Field label="Registrado el">{formatDateTime(created_at)}</Field>
        <Field label="Responsable">
          <OwnerCell
            owner={payment.owner}
            of={`pago de ${borrower}`}
            path={`/treasury/payment-proofs/${id}`}
            topics={['bank']}
          />
        </Field>
      </FieldGrid>
    </div>
  )
}

/** Says why a voucher was rejected, and that the payment still counts. */
function Rejection({ payment: { proof_by, proof_reason } }: PartProps) {
  return (
    <Notice tone="problem">
      {proof_by ?? 'Otra persona'} rechazó el comprobante: <strong>«{proof_reason}»</strong>. El pago sigue
      contando: envía otro comprobante, o cancela el pago en el préstamo si el dinero no llegó.
    </Notice>
  )
}

/** What can be done while nothing proves the payment. */
function Actions({ payment, onSend }: PartProps & { onSend: () => void }) {
  const { id, proof, voucher, approval } = payment
  const { mutate, isPending } = useAddVoucher(id)
  const ask = (own: string) =>
    mutate(own, {
      onSuccess: () => void toast.success('Pediste la confirmación. La da otra persona.'),
      onError: (error) => void toast.error(error),
    })
  return (
    <div className={classes.foot}>
      <Button variant={proof === 'pending' && voucher !== null ? 'default' : 'filled'} onClick={onSend}>
        {voucher === null ? 'Enviar comprobante' : 'Enviar otro comprobante'}
      </Button>
      {proof === 'pending' && voucher !== null && approval === null && (
        <Button loading={isPending} onClick={() => ask(voucher.id)}>
          Pedir confirmación
        </Button>
      )}
      {approval !== null && (
        <ButtonLink to="/autorizaciones" search={{ autorizacion: approval }}>
          Ver la autorización
        </ButtonLink>
      )}
    </div>
  )
}

function Loaded({ payment }: PartProps) {
  const [isSending, setIsSending] = useState(false)
  const { id, amount, borrower, folio, voucher, proof } = payment
  const isOpen = isToProve(payment)
  return (
    <>
      <div className={classes.head}>
        <div>
          <p className={classes.amount}>
            <Amount cents={amount} size="title" />
          </p>
          <p className={classes.who}>
            {borrower} · {folio}
          </p>
        </div>
        <ProofState payment={payment} />
      </div>
      {proof === 'rejected' && <Rejection payment={payment} />}
      {isSending && isOpen ? (
        <SendVoucher payment={id} onBack={() => setIsSending(false)} />
      ) : (
        <>
          <Facts payment={payment} />
          <section className={classes.section} aria-label="Comprobante">
            <h3 className={classes.title}>Comprobante</h3>
            {voucher === null ? (
              <p className={classes.none}>Se registró sin comprobante.</p>
            ) : (
              <VoucherFile voucher={voucher} />
            )}
          </section>
          {isOpen ? (
            <Actions payment={payment} onSend={() => setIsSending(true)} />
          ) : (
            <div className={classes.end} />
          )}
        </>
      )}
    </>
  )
}

function Content({ id }: { id: number }) {
  const query = useQuery(paymentProofQuery(id))
  if (query.data === undefined) return <LoadState query={query} title="Error al cargar la comprobación." />
  if (query.data === null)
    return <EmptyState title="Este pago no se comprueba" text="Llegó por STP o del saldo del trabajador." />
  return <Loaded payment={query.data} />
}

/** Shows what proves a payment, its voucher, and what can be done while nothing proves it. */
export function ProofDialog({ id, onClose }: { id: number | undefined; onClose: () => void }) {
  return (
    <Dialog
      opened={id !== undefined}
      onClose={onClose}
      title="Comprobación del pago"
      size={720}
      classNames={{ body: classes.body ?? '' }}
    >
      {id !== undefined && <Content key={id} id={id} />}
    </Dialog>
  )
}
