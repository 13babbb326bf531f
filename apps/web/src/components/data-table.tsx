import { Button } from '@mantine/core'
import { type ReactNode, useCallback, useLayoutEffect, useMemo, useRef } from 'react'
import { useTableView } from '../lib/table-views.ts'
import { today } from '../lib/today.ts'
import classes from './data-table.module.css'
import { lastPage, TableFoot } from './data-table-foot.tsx'
import { HeadCell } from './data-table-head.tsx'
import { DataRow } from './data-table-row.tsx'
import { SkeletonRows } from './data-table-skeleton.tsx'
import type { Column, Paging, RowAction, RowTarget } from './data-table-types.ts'
import { EmptyState } from './empty-state.tsx'
import { ErrorState } from './message-state.tsx'
import { MoreColumns } from './more-columns.tsx'
import { RowCheckbox } from './row-checkbox.tsx'
import { useHrefOf, useReturnToRow } from './row-link.tsx'
import { type RowHandlers, visibleActions } from './row-menu.tsx'
import { type RowSelection, useRangeSelect } from './row-selection.ts'
import { TableMenu } from './table-menu.tsx'
import { useSideways } from './use-sideways.ts'

interface DataTableProps<Row extends { id: number }> {
  /** Accessible name of the table. */
  label: string
  columns: readonly Column<Row>[]
  /** undefined until the first answer. */
  rows: readonly Row[] | undefined
  /** The rows belong to an earlier query (`isPlaceholderData`). A refetch by an event does not dim what is read. */
  isStale?: boolean
  error?: unknown
  /** Title of the error state. */
  errorTitle?: string
  onRetry?: () => unknown
  ordering?: string | undefined
  onOrdering?: (ordering: string | undefined) => void
  paging?: Paging
  /** What a row opens. The first column must not contain links or buttons then. */
  linkOf?: (row: Row) => RowTarget
  actions?: readonly RowAction<Row>[]
  /** With it each row has a checkbox. */
  selection?: RowSelection<Row>
  /** Shown above the foot, for what the selected rows allow. */
  selectionBar?: ReactNode
  empty?: ReactNode
}

/** A function that never changes and returns the handlers of the last render, so that rows need not render again. */
function useLatest<Handlers>(handlers: Handlers): () => Handlers {
  const latest = useRef(handlers)
  useLayoutEffect(() => {
    latest.current = handlers
  })
  return useCallback(() => latest.current, [])
}

interface BodyProps<Row> {
  rows: readonly Row[]
  columns: readonly Column<Row>[]
  linkOf: ((row: Row) => RowTarget) | undefined
  actions: readonly RowAction<Row>[]
  selection: RowSelection<Row> | undefined
}

function Body<Row extends { id: number }>({ rows, columns, linkOf, actions, selection }: BodyProps<Row>) {
  const body = useReturnToRow()
  const hrefOf = useHrefOf()
  const day = today()
  const onCheck = useRangeSelect(rows, selection)
  const handlers = useLatest<RowHandlers<Row>>({ linkOf, actions, onCheck })
  return (
    <tbody ref={body}>
      {rows.map((row) => (
        <DataRow
          key={row.id}
          row={row}
          columns={columns}
          href={linkOf && hrefOf(linkOf(row))}
          checkLabel={selection && `Seleccionar ${selection.nameOf(row)}`}
          isSelected={selection?.ids.has(row.id) === true}
          hasActions={actions.length === 0 ? undefined : visibleActions(actions, row).length > 0}
          day={day}
          handlers={handlers}
        />
      ))}
    </tbody>
  )
}

/** Selects all rows of the page. */
function PageCheckbox<Row extends { id: number }>(props: {
  rows: readonly Row[]
  selection: RowSelection<Row>
}) {
  const { rows, selection } = props
  const count = rows.filter(({ id }) => selection.ids.has(id)).length
  const isAll = count > 0 && count === rows.length
  return (
    <th className={classes.check} scope="col">
      <RowCheckbox
        label="Seleccionar las filas de esta página"
        isChecked={isAll}
        isPartial={count > 0 && !isAll}
        onChange={() => selection.onSelect(rows, !isAll)}
      />
    </th>
  )
}

function Head<Row extends { id: number }>(props: DataTableProps<Row>) {
  const { columns, rows = [], ordering, onOrdering, actions = [], selection } = props
  return (
    <thead>
      <tr>
        {selection && <PageCheckbox rows={rows} selection={selection} />}
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
  const { columns, rows, actions = [], linkOf, selection } = props
  const count = columns.length + (actions.length > 0 ? 1 : 0) + (selection ? 1 : 0)
  if (rows === undefined) return <SkeletonRows columns={count} />
  return <Body rows={rows} columns={columns} linkOf={linkOf} actions={actions} selection={selection} />
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
        <div ref={box} className={classes.scroll} onScroll={onScroll} data-scrolls {...(isWide && region)}>
          {children}
        </div>
      </div>
    </>
  )
}

/** The first column says what the row is and stays. */
function shownColumns<Row>(columns: readonly Column<Row>[], hidden: readonly string[]) {
  return columns.filter(({ key }, index) => index === 0 || !hidden.includes(key))
}

/**
 * A list with a sticky header, a sticky first column and rows of 44 or 32 px. Headers order it, each row is a link, and arrow keys
 * move between rows. While new rows load, the old ones are dimmed below a thin bar.
 */
export function DataTable<Row extends { id: number }>(props: DataTableProps<Row>) {
  const { label, rows, isStale = false, error, paging } = props
  const view = useTableView(label)
  const isLoading = rows === undefined
  // A table without pages is part of a screen and always shows all its columns.
  const isList = paging !== undefined
  const columns = useMemo(
    () => (isList ? shownColumns(props.columns, view.hidden) : props.columns),
    [isList, props.columns, view.hidden],
  )
  if (error && isLoading) return <Failure {...props} />
  return (
    <div className={classes.frame} data-stale={isStale && !isLoading} data-compact={view.is_compact}>
      <div className={classes.bar} aria-hidden />
      <Stage label={label}>
        <table className={classes.table} aria-label={label} aria-busy={isStale || isLoading}>
          <Head {...props} columns={columns} />
          <Rows {...props} columns={columns} />
        </table>
        {rows?.length === 0 && <Nothing {...props} />}
      </Stage>
      {paging && !isLoading && (
        <div className={classes.bottom}>
          {props.selectionBar}
          <TableFoot {...paging}>
            <TableMenu columns={props.columns.slice(1)} view={view} />
          </TableFoot>
        </div>
      )}
    </div>
  )
}
