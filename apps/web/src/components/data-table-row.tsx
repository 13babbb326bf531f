import { ActionIcon, Menu } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import type { ChangeEvent, ReactNode } from 'react'
import classes from './data-table.module.css'
import type { Column, RowAction, RowTarget } from './data-table-types.ts'
import { RowCheckbox } from './row-checkbox.tsx'
import { openingRow, RowLink } from './row-link.tsx'
import type { RowSelection } from './row-selection.ts'

export interface RowProps<Row extends { id: number }> {
  row: Row
  columns: readonly Column<Row>[]
  linkOf: ((row: Row) => RowTarget) | undefined
  actions: readonly RowAction<Row>[]
  selection?: RowSelection<Row> | undefined
  onCheck?: (row: Row, event: ChangeEvent<HTMLInputElement>) => void
}

function Actions<Row>({ row, actions }: { row: Row; actions: readonly RowAction<Row>[] }) {
  const visibleActions = actions.filter(({ isHidden }) => !isHidden?.(row))
  if (visibleActions.length === 0) return null
  return (
    <Menu position="bottom-end" withinPortal shadow="md">
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size={32} aria-label="Acciones">
          <IconDots size={18} stroke={1.75} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {visibleActions.map(({ label, icon, tone = 'normal', onSelect }) => (
          <Menu.Item
            key={label}
            leftSection={icon}
            onClick={() => onSelect(row)}
            {...(tone === 'danger' && { color: 'var(--q-error)' })}
          >
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

const longText = 30

/** Cells may be cut: a long text is repeated as the cell's tooltip. */
const tooltipOf = (content: ReactNode) =>
  typeof content === 'string' && content.length > longText ? { title: content } : undefined

/** A table row. With `linkOf`, the cell of its first column is a link, and a click anywhere in the row opens it. */
export function DataRow<Row extends { id: number }>(props: RowProps<Row>) {
  const { row, columns, linkOf, actions, selection, onCheck } = props
  const target = linkOf?.(row)
  const isSelected = selection?.ids.has(row.id) === true
  return (
    <tr className={classes.row} {...(target && openingRow)} data-selected={isSelected}>
      {selection && onCheck && (
        <td className={classes.check} data-keeps-clicks>
          <RowCheckbox
            label={`Seleccionar ${selection.nameOf(row)}`}
            isChecked={isSelected}
            onChange={(event) => onCheck(row, event)}
          />
        </td>
      )}
      {columns.map(({ key, render, align = 'start' }, index) => {
        const content = render(row)
        return (
          <td key={key} data-align={align} {...tooltipOf(content)}>
            {target && index === 0 ? (
              <RowLink id={row.id} target={target}>
                {content}
              </RowLink>
            ) : (
              content
            )}
          </td>
        )
      })}
      {actions.length > 0 && (
        <td className={classes.tight} data-keeps-clicks>
          <Actions row={row} actions={actions} />
        </td>
      )}
    </tr>
  )
}
