import { formatDate, formatMoney } from '@quincena/domain/format'
import type { LoanListItem } from '@quincena/domain/loans/schema'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { DataTable } from '../../components/data-table.tsx'
import type { Column } from '../../components/data-table-types.ts'
import { ButtonLink } from '../../components/links.tsx'
import { PageButtons } from '../../components/page-buttons.tsx'
import { smallIcon } from '../../components/small-icon.tsx'
import { LoanStatus } from '../loan/loan-status.tsx'
import { typeWords } from '../loan/words.ts'
import { loansPageSize, userLoansQuery } from './api.ts'
import classes from './loans-tab.module.css'

function SeeLink({ id, type, folio }: LoanListItem) {
  return (
    <ButtonLink
      to={typeWords[type].detailPath}
      params={{ id }}
      variant="light"
      size="compact-sm"
      aria-label={`Ver ${folio}`}
    >
      Ver
    </ButtonLink>
  )
}

const columns: readonly Column<LoanListItem>[] = [
  { key: 'folio', header: 'Folio', render: ({ folio }) => folio },
  { key: 'type', header: 'Tipo', render: ({ type }) => typeWords[type].one },
  {
    key: 'status',
    header: 'Estatus',
    render: (loan) => <LoanStatus loan={loan} />,
  },
  {
    key: 'amount',
    header: 'Monto Solicitado',
    render: ({ amount }) => formatMoney(amount),
    align: 'end',
  },
  {
    key: 'total_debt',
    header: 'Deuda Total',
    render: ({ total_debt }) => formatMoney(total_debt),
    align: 'end',
  },
  {
    key: 'next_payment_date',
    header: 'Próxima Fecha de Pago',
    render: ({ next_payment_date }) => (next_payment_date === null ? '—' : formatDate(next_payment_date)),
    align: 'end',
  },
  { key: 'actions', header: 'Acciones', render: (loan) => <SeeLink {...loan} />, align: 'end' },
]

const types = ['credit', 'advance'] as const

/** Links to the forms of a new request for the worker. */
function AddLinks({ userId }: { userId: number }) {
  return (
    <div className={classes.add}>
      {types.map((type) => (
        <ButtonLink
          key={type}
          to={typeWords[type].listPath}
          search={{ nueva: true, persona: userId }}
          variant="default"
          size="compact-md"
          leftSection={smallIcon(IconPlus)}
        >
          {typeWords[type].add}
        </ButtonLink>
      ))}
    </div>
  )
}

/** Lists the credits and advances of a worker, five a page. */
export function LoansTab({ userId, isActive }: { userId: number; isActive: boolean }) {
  const [page, setPage] = useState(1)
  const { data, error, isPlaceholderData, refetch } = useQuery(userLoansQuery(userId, page))
  const pages = Math.max(1, Math.ceil((data?.count ?? 0) / loansPageSize))
  return (
    <>
      {isActive && <AddLinks userId={userId} />}
      <div className={classes.loans}>
        <DataTable
          label="Órdenes"
          columns={columns}
          rows={data?.results}
          isStale={isPlaceholderData}
          error={error}
          errorTitle="Error al obtener las órdenes"
          onRetry={refetch}
        />
      </div>
      <PageButtons label="Páginas de órdenes" page={page} pages={pages} onPage={setPage} />
    </>
  )
}
