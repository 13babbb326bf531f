import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './data-table.module.css'
import { lastPage, TableFoot } from './data-table-foot.tsx'
import { HeadCell } from './data-table-head.tsx'
import { DataRow, type RowProps } from './data-table-row.tsx'
import { SkeletonRows } from './data-table-skeleton.tsx'
import type { Column, Paging, RowAction } from './data-table-types.ts'
import { EmptyState, ErrorState } from './message-state.tsx'
import { MoreColumns } from './more-columns.tsx'
import { useSideways } from './use-sideways.ts'

interface DataTableProps<Row extends { id: number }> {
  /** Accessible name of the table. */
  label: string
  columns: readonly Column<Row>[]
  /** undefined until the first answer. */
  rows: readonly Row[] | undefined
  /** The rows belong to an earlier query or are being refetched (`isPlaceholderData` or `isFetching`). */
  isStale?: boolean
  error?: unknown
  /** Title of the error state. */
  errorTitle?: string
  onRetry?: () => unknown
  ordering?: string | undefined
  onOrdering?: (ordering: string | undefined) => void
  paging?: Paging
  onOpen?: (row: Row) => void
  actions?: readonly RowAction<Row>[]
  empty?: ReactNode
}

function Body<Row extends { id: number }>({
  rows,
  ...props
}: Omit<RowProps<Row>, 'row'> & { rows: readonly Row[] }) {
  return (
    <tbody>
      {rows.map((row) => (
        <DataRow key={row.id} row={row} {...props} />
      ))}
    </tbody>
  )
}

function Head<Row extends { id: number }>(props: DataTableProps<Row>) {
  const { columns, ordering, onOrdering, actions = [] } = props
  return (
    <thead>
      <tr>
        {columns.map((column) => (
          <HeadCell key={column.key} column={column} ordering={ordering} onOrdering={onOrdering} />
        ))}
        {actions.length > 0 && (
          <th className={classes.tight} scope="col">
            <span className={classes.hidden}>Acciones</span>
          </th>
        )}
      </tr>
    </thead>
  )
}

function Rows<Row extends { id: number }>(props: DataTableProps<Row>) {
  const { columns, rows, actions = [], onOpen } = props
  const count = columns.length + (actions.length > 0 ? 1 : 0)
  if (rows === undefined) return <SkeletonRows columns={count} />
  return <Body rows={rows} columns={columns} onOpen={onOpen} actions={actions} />
}

function Failure<Row extends { id: number }>({ error, errorTitle, onRetry }: DataTableProps<Row>) {
  return (
    <div className={classes.frame}>
      <ErrorState error={error} onRetry={onRetry} {...(errorTitle !== undefined && { title: errorTitle })} />
    </div>
  )
}

/** No rows: the list is empty or the page of the URL is beyond the last. */
function Nothing<Row extends { id: number }>({ empty, paging }: DataTableProps<Row>) {
  if (paging === undefined || paging.count === 0)
    return empty ?? <EmptyState title="Aún no hay registros para mostrar" />
  const lastPageButton = (
    <Button variant="light" onClick={() => paging.onPage(lastPage(paging))}>
      Ir a la última página
    </Button>
  )
  return <EmptyState title="En esta página ya no hay registros" action={lastPageButton} />
}

/** Scrolls a wide table sideways, by touch and arrow keys, and shows on which side columns are hidden. */
function Stage({ label, children }: { label: string; children: ReactNode }) {
  const { box, onScroll, isWide, before, after } = useSideways()
  const region = {
    tabIndex: 0,
    role: 'region',
    'aria-label': `${label}: desplázate hacia los lados`,
  } as const
  return (
    <>
      {isWide && (
        <div className={classes.more}>
          <MoreColumns />
        </div>
      )}
      <div className={classes.stage} data-before={before} data-after={after}>
        <div ref={box} className={classes.scroll} onScroll={onScroll} {...(isWide && region)}>
          {children}
        </div>
      </div>
    </>
  )
}

/**
 * A list with a sticky header and 44 px rows. Headers order it, a click or Enter opens a row, and arrow keys move
 * between rows. While new rows load, the old ones are dimmed below a thin bar.
 */
export function DataTable<Row extends { id: number }>(props: DataTableProps<Row>) {
  const { label, rows, isStale = false, error, paging } = props
  const isLoading = rows === undefined
  if (error && isLoading) return <Failure {...props} />
  return (
    <div className={classes.frame} data-stale={isStale && !isLoading}>
      <div className={classes.bar} aria-hidden />
      <Stage label={label}>
        <table className={classes.table} aria-label={label} aria-busy={isStale || isLoading}>
          <Head {...props} />
          <Rows {...props} />
        </table>
        {rows?.length === 0 && <Nothing {...props} />}
      </Stage>
      {paging && !isLoading && <TableFoot {...paging} />}
    </div>
  )
}
