import { formatDateTime, formatMoney } from '@quincena/domain/format'
import type { IncomingPayment } from '@quincena/domain/incoming-payments/schema'
import type { Column } from '../../components/data-table-types.ts'
import { PersonCell } from '../../components/person-cell.tsx'
import { StatusBadge } from '../../components/status-badge.tsx'
import { today } from '../../lib/today.ts'
import { badgeOf, payerName, payingBank } from '../incoming-payment/incoming-words.ts'
import { ageText } from '../treasury/age-words.ts'
import { OwnerCell } from '../treasury/owner-cell.tsx'
import classes from './unidentified-page.module.css'

function Left({ amount, unapplied, claim }: IncomingPayment) {
  const open = claim?.amount ?? unapplied
  return (
    <span className={classes.money}>
      {formatMoney(open)}
      {open < amount && <span className={classes.second}>de {formatMoney(amount)}</span>}
    </span>
  )
}

function Concept({ payment_concept, numeric_reference }: IncomingPayment) {
  return (
    <span className={classes.two}>
      <span className={classes.concept}>{payment_concept ?? '—'}</span>
      {numeric_reference !== null && <span className={classes.second}>Ref. {numeric_reference}</span>}
    </span>
  )
}

function Age({ received_at }: IncomingPayment) {
  return (
    <span className={classes.two}>
      {ageText(received_at, today())}
      <span className={classes.second}>{formatDateTime(received_at)}</span>
    </span>
  )
}

const topics = ['incoming_payment'] as const

/** Columns of the received money that nobody has identified. */
export const unidentifiedColumns: readonly Column<IncomingPayment>[] = [
  {
    key: 'payer_name',
    header: 'Quién lo envió',
    render: (incoming) => (
      <span className={classes.payer}>
        <PersonCell name={payerName(incoming)} detail={payingBank(incoming)} />
      </span>
    ),
  },
  { key: 'unapplied', header: 'Quedan', render: Left, align: 'end', sortable: true },
  { key: 'concept', header: 'Concepto y referencia', render: Concept },
  { key: 'received_at', header: 'Antigüedad', render: Age, sortable: true },
  {
    key: 'owner',
    header: 'Responsable',
    render: (incoming) => (
      <OwnerCell
        owner={incoming.owner}
        of={`abono de ${payerName(incoming)}`}
        path={`/stp/incoming-payments/${incoming.id}`}
        topics={[...topics]}
      />
    ),
  },
  {
    key: 'return',
    header: 'Estado',
    render: (incoming) =>
      incoming.return === null && incoming.claim === null ? (
        <span className={classes.second}>
          {incoming.unapplied < incoming.amount ? 'Usado en parte' : 'Sin usar'}
        </span>
      ) : (
        <StatusBadge {...badgeOf(incoming)} />
      ),
  },
]
