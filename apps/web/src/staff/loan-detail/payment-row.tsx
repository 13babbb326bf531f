import { Button } from '@mantine/core'
import type { PaymentProof } from '@quincena/domain/bank-statements/schema'
import { formatDate, formatDateTime, formatMoney } from '@quincena/domain/format'
import type { LoanType } from '@quincena/domain/loans/rules'
import { CHANNEL_NAMES } from '@quincena/domain/payments/channels'
import { receiptFolio } from '@quincena/domain/payments/rules'
import type { Payment } from '@quincena/domain/payments/schema'
import { DownloadButton } from '../../components/download-button.tsx'
import { AnchorLink } from '../../components/links.tsx'
import { downloadReceipt } from '../../lib/receipt.ts'
import { isToProve, ProofState } from '../bank/proof-words.tsx'
import classes from './plain-table.module.css'

interface PaymentRowProps {
  payment: Payment
  type: LoanType
  /** What proves it; undefined while that is not known, and for money that came through STP. */
  proof: PaymentProof | undefined
  onReverse: (() => void) | undefined
  onProof: () => void
}

type Part = readonly [name: string, amount: number | null]

/** Parts of an amount, one a line; parts of 0 are left out. */
function Parts({ parts }: { parts: readonly Part[] }) {
  return (
    <dl className={classes.parts}>
      {parts
        .filter(([, amount]) => amount !== null && amount > 0)
        .map(([name, amount]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{formatMoney(amount ?? 0)}</dd>
          </div>
        ))}
    </dl>
  )
}

/** Where the payment went: to what was due, on account of the next installment, to the principal; or it settled. */
function Destination({ payment: { applied, amount_paid, remainder } }: { payment: Payment }) {
  const { due, on_account, prepaid, settles } = applied
  if (settles) return <Parts parts={[['Liquidó', amount_paid - remainder]]} />
  return (
    <Parts
      parts={[
        ['Vencido', due],
        ['A cuenta', on_account],
        ['A capital', prepaid],
      ]}
    />
  )
}

/** What the payment paid on its value date; money on account of a later installment waits for its due date. */
function Covered({ applied, type }: Pick<Payment, 'applied'> & { type: LoanType }) {
  const { interest, tax, principal } = applied
  if (interest + tax + principal === 0) return <span className={classes.note}>Al vencer</span>
  return (
    <Parts
      parts={[
        [type === 'credit' ? 'Intereses' : 'Comisión', interest],
        ['IVA', tax],
        ['Capital', principal],
      ]}
    />
  )
}

function AmountCell({ payment: { user, amount_paid, discount, remainder } }: { payment: Payment }) {
  return (
    <td className={classes.end}>
      {formatMoney(amount_paid)}
      {discount > 0 && <span className={classes.under}>Ahorro {formatMoney(discount)}</span>}
      {remainder > 0 && (
        <span className={classes.under}>
          <AnchorLink to="/usuarios" search={{ ver: user, pestana: 'saldo' }} inherit>
            {formatMoney(remainder)} a favor del trabajador
          </AnchorLink>
        </span>
      )}
    </td>
  )
}

function Marks({ payment }: { payment: Payment }) {
  const { reversed_at, reversal_reason, division_changed_at, owed_by_worker } = payment
  return (
    <>
      {reversed_at !== null && (
        <span className={classes.note} title={reversal_reason ?? undefined}>
          {owed_by_worker ? 'Anulado, lo debe el trabajador' : 'Anulado'}
        </span>
      )}
      {reversed_at === null && division_changed_at !== null && (
        <span
          className={classes.note}
          title={`Una corrección cambió su división el ${formatDateTime(division_changed_at)}. El comprobante sustituye al emitido antes.`}
        >
          Sustituido
        </span>
      )}
    </>
  )
}

/** What proves the payment, with a button that shows its voucher and what can be done. */
function ProofCell({ payment, proof, onProof }: Pick<PaymentRowProps, 'payment' | 'proof' | 'onProof'>) {
  if (proof === undefined) return '—'
  const text = proof.proof === 'rejected' && isToProve(proof) ? 'Ver motivo' : 'Ver comprobación'
  return (
    <>
      <ProofState payment={proof} />
      <Button
        size="compact-xs"
        radius="sm"
        variant="subtle"
        onClick={onProof}
        aria-label={`${text} del pago ${receiptFolio(payment.id)}`}
      >
        {text}
      </Button>
    </>
  )
}

/**
 * One payment: value date and registration, channel and reference, what proves it, amount, where it went and what it
 * paid, debt before and after, receipt. A reversed payment is struck through.
 */
export function PaymentRow({ payment, type, proof, onReverse, onProof }: PaymentRowProps) {
  const { id, value_date, created_at, channel, reference, reversed_at } = payment
  return (
    <tr data-muted={reversed_at !== null}>
      <td className={classes.when}>
        {formatDate(value_date)}
        <span className={classes.under}>Registrado {formatDateTime(created_at)}</span>
      </td>
      <AmountCell payment={payment} />
      <td className={classes.channel}>
        {CHANNEL_NAMES[channel]}
        {reference !== null && <span className={classes.under}>{reference}</span>}
      </td>
      <td className={classes.proof}>
        <ProofCell {...{ payment, proof, onProof }} />
      </td>
      <td>
        <Destination payment={payment} />
      </td>
      <td>
        <Covered applied={payment.applied} type={type} />
      </td>
      <td className={classes.end}>{formatMoney(payment.previous_amount_due)}</td>
      <td className={classes.end}>{formatMoney(payment.new_amount_due)}</td>
      <td className={classes.actions}>
        <div className={classes.rowActions}>
          <Marks payment={payment} />
          {onReverse && (
            <Button
              size="compact-sm"
              radius="sm"
              variant="subtle"
              onClick={onReverse}
              aria-label={`Anular pago ${receiptFolio(id)}`}
            >
              Anular
            </Button>
          )}
          <DownloadButton
            label={`Descargar comprobante ${receiptFolio(id)}`}
            size={32}
            onDownload={() => downloadReceipt(id)}
          />
        </div>
      </td>
    </tr>
  )
}
