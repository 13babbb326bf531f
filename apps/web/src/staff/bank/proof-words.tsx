import type { PaymentProof } from '@quincena/domain/bank-statements/schema'
import { formatDate, formatDateTime } from '@quincena/domain/format'
import { PROOF_NAMES } from '@quincena/domain/payments/proof'
import { StatusBadge, type Tone } from '../../components/status-badge.tsx'
import classes from './proof-words.module.css'

const tones: Record<NonNullable<PaymentProof['proof']>, Tone> = {
  ...{ pending: 'pending', matched: 'done', confirmed: 'done', rejected: 'rejected' },
}

/** What a payment that is still to be proved waits for. */
const waitsFor = ({ voucher, approval }: PaymentProof) => {
  if (voucher === null) return 'Falta el comprobante'
  return approval === null ? 'Falta pedir que lo confirmen' : 'Lo confirma otra persona'
}

/** Who or what proved a payment and when, or what it waits for; empty if nobody asks. */
function proofDetail(payment: PaymentProof): string {
  const { proof, proof_by, proof_at, line } = payment
  if (proof === 'pending') return waitsFor(payment)
  if (proof === 'confirmed' || proof === 'rejected')
    return `${proof_by ?? ''}${proof_at === null ? '' : ` · ${formatDateTime(proof_at)}`}`
  return line === null ? '' : `Movimiento del ${formatDate(line.day)}`
}

/** What proves a payment: its state as a badge, and below it by whom. A dash if nobody asks. */
export function ProofState({ payment }: { payment: PaymentProof }) {
  const { proof, line, reversed_at } = payment
  if (reversed_at !== null || (proof === null && line === null)) return '—'
  return (
    <span className={classes.state}>
      {proof === null ? (
        <StatusBadge tone="neutral" label="En el banco" />
      ) : (
        <StatusBadge tone={tones[proof]} label={PROOF_NAMES[proof]} />
      )}
      <span className={classes.detail}>{proofDetail(payment)}</span>
    </span>
  )
}

/** True while a voucher can be sent: nothing proves the payment yet. */
export const isToProve = ({ proof, reversed_at }: PaymentProof) =>
  reversed_at === null && (proof === 'pending' || proof === 'rejected')
