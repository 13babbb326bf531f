import { formatDateTime, formatMoney } from '@quincena/domain/format'
import type { IncomingPayment } from '@quincena/domain/incoming-payments/schema'
import type { Column } from '../../components/data-table-types.ts'
import { AnchorLink } from '../../components/links.tsx'
import { PersonCell } from '../../components/person-cell.tsx'
import { StatusBadge } from '../../components/status-badge.tsx'
import { badgeOf, payerName, payingBank } from '../incoming-payment/incoming-words.ts'
import { typeWords } from '../loan/words.ts'
import classes from './incoming-payments-page.module.css'

function Reference({ incoming }: { incoming: IncomingPayment }) {
  const { payment_concept, numeric_reference } = incoming
  return (
    <span className={classes.two}>
      <span className={classes.concept}>{payment_concept ?? '—'}</span>
      {numeric_reference !== null && <span className={classes.second}>Ref. {numeric_reference}</span>}
    </span>
  )
}

/** Links to the loan of the registered payment or, before registration, to the matched loan. */
function LoanCell({ incoming }: { incoming: IncomingPayment }) {
  const { payments } = incoming
  const loan = payments[0]?.loan ?? incoming.match?.loan
  if (loan === undefined) return <span className={classes.second}>Sin coincidencia</span>
  return (
    <span className={classes.two}>
      <span data-keeps-clicks>
        <AnchorLink
          to={typeWords[loan.type].detailPath}
          params={{ id: loan.id }}
          search={{ tab: 'pagos' }}
          size="sm"
        >
          {loan.folio}
        </AnchorLink>
      </span>
      <span className={classes.second}>
        {payments.length > 1 ? `y ${payments.length - 1} más` : loan.borrower}
      </span>
    </span>
  )
}

/** Columns of the incoming payment list. */
export const incomingColumns: readonly Column<IncomingPayment>[] = [
  {
    key: 'payer_name',
    header: 'Quién lo envió',
    render: (incoming) => (
      <span className={classes.payer}>
        <PersonCell name={payerName(incoming)} detail={payingBank(incoming)} />
      </span>
    ),
  },
  { key: 'amount', header: 'Monto', render: ({ amount }) => formatMoney(amount), align: 'end' },
  { key: 'reference', header: 'Concepto y referencia', render: (row) => <Reference incoming={row} /> },
  {
    key: 'received_at',
    header: 'Recibido',
    render: ({ received_at }) => formatDateTime(received_at),
  },
  { key: 'loan', header: 'Préstamo', render: (row) => <LoanCell incoming={row} /> },
  {
    key: 'status',
    header: 'Estado',
    render: (incoming) => <StatusBadge {...badgeOf(incoming)} />,
  },
]
