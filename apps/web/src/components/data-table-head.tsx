import { UnstyledButton } from '@mantine/core'
import { IconArrowDown, IconArrowsSort, IconArrowUp } from '@tabler/icons-react'
import classes from './data-table.module.css'
import { type Column, nextOrdering, sortDirection } from './data-table-types.ts'

const icons = { ascending: IconArrowUp, descending: IconArrowDown, none: IconArrowsSort } as const

interface Ordering {
  ordering: string | undefined
  onOrdering: (ordering: string | undefined) => void
}

function SortButton({ field, ordering, onOrdering }: Ordering & { field: { key: string; header: string } }) {
  const direction = sortDirection(ordering, field.key)
  const Icon = icons[direction]
  const { key, header } = field
  const lastWord = header.lastIndexOf(' ') + 1
  return (
    <UnstyledButton className={classes.sort} onClick={() => onOrdering(nextOrdering(ordering, key))}>
      {header.slice(0, lastWord)}
      <span className={classes.last}>
        {header.slice(lastWord)}
        <Icon size={14} stroke={1.75} data-on={direction !== 'none'} aria-hidden />
      </span>
    </UnstyledButton>
  )
}

interface HeadCellProps<Row> extends Pick<Ordering, 'ordering'> {
  column: Column<Row>
  onOrdering: Ordering['onOrdering'] | undefined
}

/** A column header; in a sortable column a button, or one for each of its two fields, that changes the `ordering`. */
export function HeadCell<Row>({ column, ordering, onOrdering }: HeadCellProps<Row>) {
  const { key, header, align = 'start', sortable = false, second } = column
  if (!sortable || !onOrdering) {
    return (
      <th scope="col" data-align={align}>
        {header}
      </th>
    )
  }
  const fields = second === undefined ? [{ key, header }] : [{ key, header }, second]
  const directions = fields.map((field) => sortDirection(ordering, field.key))
  return (
    <th
      scope="col"
      data-align={align}
      aria-sort={directions.find((direction) => direction !== 'none') ?? 'none'}
    >
      {fields.map((field) => (
        <div key={field.key}>
          <SortButton field={field} ordering={ordering} onOrdering={onOrdering} />
        </div>
      ))}
    </th>
  )
}
