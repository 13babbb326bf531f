import { ActionIcon, Menu } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import type { KeyboardEvent, MouseEvent } from 'react'
import classes from './data-table.module.css'
import type { Column, RowAction } from './data-table-types.ts'

export interface RowProps<Row extends { id: number }> {
  row: Row
  columns: readonly Column<Row>[]
  onOpen: ((row: Row) => void) | undefined
  actions: readonly RowAction<Row>[]
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

function focusSibling(row: HTMLElement, key: string): void {
  const sibling = key === 'ArrowDown' ? row.nextElementSibling : row.previousElementSibling
  if (sibling instanceof HTMLElement) sibling.focus()
}

/** True for a click on the row itself; false for its menu, whose list is rendered in a portal. */
function isOnRow({ target, currentTarget }: MouseEvent<HTMLTableRowElement>): boolean {
  return target instanceof Element && currentTarget.contains(target) && !target.closest('[data-keeps-clicks]')
}

/** A table row. With `onOpen`, a click and Enter open it, and arrow keys move the focus to the next row. */
export function DataRow<Row extends { id: number }>({ row, columns, onOpen, actions }: RowProps<Row>) {
  const onKeyDown = (event: KeyboardEvent<HTMLTableRowElement>) => {
    if (event.target !== event.currentTarget) return
    if (event.key === 'Enter') onOpen?.(row)
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      focusSibling(event.currentTarget, event.key)
    }
  }
  const onClick = (event: MouseEvent<HTMLTableRowElement>) => isOnRow(event) && onOpen?.(row)
  const opening = onOpen && { tabIndex: 0, onClick, onKeyDown, 'data-opens': true }
  return (
    <tr className={classes.row} {...opening}>
      {columns.map(({ key, render, align = 'start' }) => (
        <td key={key} data-align={align}>
          {render(row)}
        </td>
      ))}
      {actions.length > 0 && (
        <td className={classes.tight} data-keeps-clicks>
          <Actions row={row} actions={actions} />
        </td>
      )}
    </tr>
  )
}
