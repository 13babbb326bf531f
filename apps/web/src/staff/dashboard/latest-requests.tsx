import type { LoanListItem } from '@quincena/domain/loans/schema'
import { IconEye, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { DataTable } from '../../components/data-table.tsx'
import { smallIcon } from '../../components/small-icon.tsx'
import { useUser } from '../../lib/session.ts'
import { DeleteLoanDialog } from '../loan/delete-loan-dialog.tsx'
import { type LoanColumn, loanColumns } from '../loan/loan-columns.tsx'
import { typeWords } from '../loan/words.ts'
import { latestRequestsQuery } from './api.ts'
import classes from './dashboard-page.module.css'

const { user, folio, status, total, rate, period, requested } = loanColumns

const type: LoanColumn = { key: 'type', header: 'Tipo', render: (loan) => typeWords[loan.type].one }

/** Texts of the delete dialog in this table (spec: backoffice §8). */
const requestWords = {
  title: 'Eliminar solicitud',
  text: '¿Seguro que deseas eliminar la solicitud?',
  done: 'Solicitud eliminada con éxito',
}

const disableSorting = (column: LoanColumn): LoanColumn => ({ ...column, sortable: false })

const columns: readonly LoanColumn[] = [
  user,
  folio,
  status,
  { ...total, header: 'Cantidad' },
  rate,
  period,
  type,
  requested,
].map(disableSorting)

/** Table of the latest requests that wait for a decision. A click opens the request. */
export function LatestRequests() {
  const { data, error, refetch } = useQuery(latestRequestsQuery)
  const [deletedLoan, setDeletedLoan] = useState<LoanListItem | null>(null)
  const navigate = useNavigate()
  const isAdmin = useUser().user_type === 'U0'
  const open = ({ id, type }: LoanListItem) =>
    void navigate({ to: typeWords[type].detailPath, params: { id } })
  return (
    <section className={classes.requests} aria-labelledby="solicitudes">
      <h2 className={classes.heading} id="solicitudes">
        Solicitudes
      </h2>
      <DataTable
        label="Solicitudes en análisis"
        columns={columns}
        rows={data?.results}
        error={error}
        errorTitle="No se pudo cargar la información"
        onRetry={refetch}
        linkOf={({ id, type }) => ({ to: typeWords[type].detailPath, params: { id } })}
        actions={[
          { label: 'Ver solicitud', icon: smallIcon(IconEye), onSelect: open },
          {
            label: 'Eliminar solicitud',
            icon: smallIcon(IconTrash),
            tone: 'danger',
            onSelect: setDeletedLoan,
            isHidden: ({ deletable }) => !isAdmin || deletable !== true,
          },
        ]}
      />
      <DeleteLoanDialog loan={deletedLoan} words={requestWords} onClose={() => setDeletedLoan(null)} />
    </section>
  )
}
