import { formatDateTime, formatMoney, formatTime } from '@quincena/domain/format'
import { FLOWS, type Flow, flowWords } from '@quincena/domain/treasury/flows'
import type { CashMovement, MovementSet } from '@quincena/domain/treasury/schema'
import { kindName } from '@quincena/domain/treasury/words'
import { useQuery } from '@tanstack/react-query'
import { ChosenFilter } from '../../components/chosen-filter.tsx'
import { DataTable } from '../../components/data-table.tsx'
import type { Column } from '../../components/data-table-types.ts'
import { EmptyState } from '../../components/empty-state.tsx'
import { AnchorLink } from '../../components/links.tsx'
import { type ListProps, pageSizes } from '../../lib/list-search.ts'
import { typeWords } from '../loan/words.ts'
import { type Days, movementsQuery } from './api.ts'
import classes from './movements.module.css'
import type { TreasurySearch } from './search.ts'

const isFlow = (set: MovementSet): set is Flow => Object.hasOwn(FLOWS, set)
const otherSets = {
  in: 'Entradas',
  out: 'Salidas',
  ordered: 'Se puso en camino',
  left: 'Se liquidó o volvió',
  in_transit: 'En camino al terminar el día',
} as const satisfies Record<Exclude<MovementSet, Flow>, string>
const nameOf = (set: MovementSet) => (isFlow(set) ? flowWords(set).name : otherSets[set])

/** Links to what caused a movement: the order, the received money and the loan. */
function Causes({ transfer, incoming_payment, loan, note }: CashMovement) {
  return (
    <span className={classes.causes}>
      {transfer !== null && (
        <AnchorLink to="/stp" search={{ order: transfer }} size="sm">
          Orden
        </AnchorLink>
      )}
      {incoming_payment !== null && (
        <AnchorLink to="/abonos" search={{ status: 'all', abono: incoming_payment }} size="sm">
          Abono
        </AnchorLink>
      )}
      {loan !== null && (
        <AnchorLink to={typeWords[loan.type].detailPath} params={{ id: loan.id }} size="sm">
          {loan.folio}
        </AnchorLink>
      )}
      {note !== null && <span>{note}</span>}
    </span>
  )
}

/** All columns but the first; the amount comes early, because a phone shows three of them. */
const columns: readonly Column<CashMovement>[] = [
  { key: 'kind', header: 'Movimiento', render: ({ kind }) => kindName(kind) },
  { key: 'amount', header: 'Monto', render: ({ amount }) => formatMoney(amount), align: 'end' },
  { key: 'person', header: 'De quién', render: ({ person }) => person ?? '—' },
  { key: 'tracking_key', header: 'Clave de rastreo', render: ({ tracking_key }) => tracking_key ?? '—' },
  { key: 'cause', header: 'Origen', render: (movement) => <Causes {...movement} /> },
]
const columnsOfMonth: readonly Column<CashMovement>[] = [
  { key: 'created_at', header: 'Fecha', render: ({ created_at }) => formatDateTime(created_at) },
  ...columns,
]
/** The screen says which day it is. */
const columnsOfDay: readonly Column<CashMovement>[] = [
  { key: 'created_at', header: 'Hora', render: ({ created_at }) => formatTime(created_at) },
  ...columns,
]

/** The movements of some days at STP: all of them, or those of the figure that was opened. */
export function Movements({ days, search, onSearch }: ListProps<TreasurySearch> & { days: Days }) {
  const { page = 1, set } = search
  const { data, error, isPlaceholderData, refetch } = useQuery(movementsQuery({ ...days, page, set }))
  return (
    <section aria-labelledby="movimientos">
      <div className={classes.head}>
        <h2 className={classes.title} id="movimientos">
          Movimientos
        </h2>
        {set !== undefined && (
          <ChosenFilter label={nameOf(set)} onRemove={() => onSearch({ set: undefined })} />
        )}
      </div>
      <DataTable
        label="Movimientos en STP"
        columns={days.from === days.to ? columnsOfDay : columnsOfMonth}
        rows={data?.results}
        isStale={isPlaceholderData}
        error={error}
        errorTitle="No se pudieron cargar los movimientos."
        onRetry={refetch}
        paging={{
          ...{ page, pageSize: pageSizes[0], count: data?.count ?? 0 },
          onPage: (chosen) => onSearch({ page: chosen }),
        }}
        empty={<EmptyState title="No hubo movimientos en STP" />}
      />
    </section>
  )
}
