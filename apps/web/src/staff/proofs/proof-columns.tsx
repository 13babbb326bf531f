import type { PaymentProof } from '@quincena/domain/bank-statements/schema'
import { formatDate, formatMoney } from '@quincena/domain/format'
import { CHANNEL_NAMES } from '@quincena/domain/payments/channels'
import type { Column } from '../../components/data-table-types.ts'
import { today } from '../../lib/today.ts'
import { LoanLink } from '../bank/loan-link.tsx'
import { ProofState } from '../bank/proof-words.tsx'
import { ageText } from '../treasury/age-words.ts'
import { OwnerCell } from '../treasury/owner-cell.tsx'
import classes from './proofs-page.module.css'

/** Columns of the payments to prove. */
export const proofColumns: readonly Column<PaymentProof>[] = [
  {
    key: 'borrower',
    header: 'Trabajador',
    render: ({ borrower }) => <span className={classes.name}>{borrower}</span>,
  },
  {
    key: 'loan',
    header: 'Solicitud',
    render: (payment) => <LoanLink payment={payment} />,
  },
  {
    key: 'amount',
    header: 'Monto',
    align: 'end',
    sortable: true,
    render: ({ amount }) => formatMoney(amount),
  },
  {
    key: 'value_date',
    header: 'Fecha valor',
    sortable: true,
    render: ({ value_date }) => formatDate(value_date),
  },
  {
    key: 'reference',
    header: 'Cuenta y referencia',
    render: ({ bank_account, channel, reference }) => (
      <span className={classes.two}>
        <span>{bank_account.name}</span>
        <span className={classes.second}>
          {CHANNEL_NAMES[channel]} · {reference ?? 'Sin referencia'}
        </span>
      </span>
    ),
  },
  { key: 'proof', header: 'Comprobación', render: (payment) => <ProofState payment={payment} /> },
  {
    key: 'created_at',
    header: 'Antigüedad',
    sortable: true,
    render: ({ created_at, registered_by }) => (
      <span className={classes.two}>
        <span>{ageText(created_at, today())}</span>
        <span className={classes.second}>{registered_by}</span>
      </span>
    ),
  },
  {
    key: 'owner',
    header: 'Responsable',
    render: ({ id, owner, borrower }) => (
      <OwnerCell
        owner={owner}
        of={`pago de ${borrower}`}
        path={`/treasury/payment-proofs/${id}`}
        topics={['bank']}
      />
    ),
  },
]
