import type { Day } from '@quincena/domain/dates'
import { memo, type ReactNode } from 'react'
import classes from './data-table.module.css'
import type { Column } from './data-table-types.ts'
import { RowCheckbox } from './row-checkbox.tsx'
import { openingRow, RowLink } from './row-link.tsx'
import { type RowHandlers, RowMenu } from './row-menu.tsx'

interface RowProps<Row> {
  row: Row
  columns: readonly Column<Row>[]
  /** The address that the row opens. */
  href: string | undefined
  /** Name of the row's checkbox; without it the row has none. */
  checkLabel: string | undefined
  isSelected: boolean
  /** Undefined in a table without actions. */
  hasActions: boolean | undefined
  /** Today: cells may count days. */
  day: Day
  /** What the table does with a row now; the function is always the same. */
  handlers: () => RowHandlers<Row>
}

const longText = 30

/** Cells may be cut: a long text is repeated as the cell's tooltip. */
const tooltipOf = (content: ReactNode) =>
  typeof content === 'string' && content.length > longText ? { title: content } : undefined

function Cells<Row extends { id: number }>({ row, columns, href, handlers }: RowProps<Row>) {
  return columns.map(({ key, render, align = 'start' }, index) => {
    const content = render(row)
    return (
      <td key={key} data-align={align} {...tooltipOf(content)}>
        {href !== undefined && index === 0 ? (
          <RowLink id={row.id} href={href} targetOf={() => handlers().linkOf?.(row)}>
            {content}
          </RowLink>
        ) : (
          content
        )}
      </td>
    )
  })
}

function PlainRow<Row extends { id: number }>(props: RowProps<Row>) {
  const { row, href, checkLabel, isSelected, hasActions, handlers } = props
  return (
    <tr className={classes.row} {...(href !== undefined && openingRow)} data-selected={isSelected}>
      {checkLabel !== undefined && (
        <td className={classes.check} data-keeps-clicks>
          <RowCheckbox
            label={checkLabel}
            isChecked={isSelected}
            onChange={(event) => handlers().onCheck(row, event)}
          />
        </td>
      )}
      <Cells {...props} />
      {hasActions !== undefined && (
        <td className={classes.tight} data-keeps-clicks>
          {hasActions && <RowMenu row={row} handlers={handlers} />}
        </td>
      )}
    </tr>
  )
}

/**
 * A table row. With `href`, the cell of its first column is a link, and a click anywhere in the row opens it. It renders
 * again only when it shows something else: a list has up to 40 of them.
 */
export const DataRow = memo(PlainRow) as typeof PlainRow // `memo` loses the type parameter
