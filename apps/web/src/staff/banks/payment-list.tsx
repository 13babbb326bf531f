import type { BankPayment, MatchSuggestion } from '@quincena/domain/bank-statements/schema'
import { formatDate, formatMoney } from '@quincena/domain/format'
import { CHANNEL_NAMES } from '@quincena/domain/payments/channels'
import { today } from '../../lib/today.ts'
import { dayAgeText } from '../treasury/age-words.ts'
import { OwnerCell } from '../treasury/owner-cell.tsx'
import classes from './match-view.module.css'

/** How payments are chosen for a line; null while no line can take any. */
export interface Choice {
  isChosen: (id: number) => boolean
  onToggle: (payment: BankPayment) => void
}

const paymentDetail = ({ folio, value_date, channel, reference }: BankPayment) =>
  [folio, formatDate(value_date), CHANNEL_NAMES[channel], reference === null ? null : `Ref. ${reference}`]
    .filter((part) => part !== null)
    .join(' · ')

interface PaymentRowProps {
  payment: BankPayment & Partial<Pick<MatchSuggestion, 'reasons'>>
  choice: Choice | null
}

function PaymentRow({ payment, choice }: PaymentRowProps) {
  const { id, borrower, amount, owner, value_date, reasons = [] } = payment
  const isChosen = choice?.isChosen(id) ?? false
  const what = (
    <>
      <span className={classes.what}>
        <span className={classes.name}>{borrower}</span>
        <span className={classes.second}>{paymentDetail(payment)}</span>
        {reasons.length > 0 && <span className={classes.reasons}>{reasons.join(' · ')}</span>}
      </span>
      <span className={classes.money}>{formatMoney(amount)}</span>
    </>
  )
  return (
    <li className={classes.item} data-chosen={isChosen}>
      {choice === null ? (
        <span className={classes.pick}>{what}</span>
      ) : (
        <label className={classes.pick}>
          <input
            type="checkbox"
            className={classes.input}
            checked={isChosen}
            onChange={() => choice.onToggle(payment)}
          />
          {what}
        </label>
      )}
      <span className={classes.about}>
        <span className={classes.second}>{dayAgeText(value_date, today())}</span>
        <OwnerCell
          owner={owner}
          of={`pago de ${borrower}, ${formatMoney(amount)}`}
          path={`/treasury/payment-proofs/${id}`}
          topics={['bank']}
        />
      </span>
    </li>
  )
}

interface PaymentListProps {
  label: string
  payments: readonly PaymentRowProps['payment'][]
  choice: Choice | null
  isStale?: boolean
}

/** Payments that no line shows, each with its age and owner, to choose from. */
export function PaymentList({ label, payments, choice, isStale = false }: PaymentListProps) {
  return (
    <ul className={classes.list} aria-label={label} data-stale={isStale}>
      {payments.map((payment) => (
        <PaymentRow key={payment.id} payment={payment} choice={choice} />
      ))}
    </ul>
  )
}
