import { UnstyledButton } from '@mantine/core'
import { IconArrowDown, IconArrowsSort, IconArrowUp } from '@tabler/icons-react'
import classes from './data-table.module.css'
import { type Column, nextOrdering, sortDirection } from './data-table-types.ts'

const icons = { ascending: IconArrowUp, descending: IconArrowDown, none: IconArrowsSort } as const

interface HeadCellProps<Row> {
  column: Column<Row>
  ordering: string | undefined
  onOrdering: ((ordering: string | undefined) => void) | undefined
}

/** A column header; in a sortable column a button that changes the `ordering`. */
export function HeadCell<Row>({ column, ordering, onOrdering }: HeadCellProps<Row>) {
  const { key, header, align = 'start', sortable = false } = column
  if (!sortable || !onOrdering) {
    return (
      <th scope="col" data-align={align}>
        {header}
      </th>
    )
  }
  const direction = sortDirection(ordering, key)
  const Icon = icons[direction]
  return (
    <th scope="col" data-align={align} aria-sort={direction}>
      <UnstyledButton className={classes.sort} onClick={() => onOrdering(nextOrdering(ordering, key))}>
        {header}
        <Icon size={14} stroke={1.75} data-on={direction !== 'none'} aria-hidden />
      </UnstyledButton>
    </th>
  )
}
