import { Menu } from '@mantine/core'
import { type ChangeEvent, useEffect, useRef, useState } from 'react'
import type { RowAction, RowTarget } from './data-table-types.ts'
import classes from './row-menu.module.css'

/** What a table does with its rows. */
export interface RowHandlers<Row> {
  linkOf: ((row: Row) => RowTarget) | undefined
  actions: readonly RowAction<Row>[]
  onCheck: (row: Row, event: ChangeEvent<HTMLInputElement>) => void
}

export const visibleActions = <Row,>(actions: readonly RowAction<Row>[], row: Row) =>
  actions.filter(({ isHidden }) => !isHidden?.(row))

interface RowMenuProps<Row> {
  row: Row
  handlers: () => RowHandlers<Row>
}

/** Opens when it is mounted; its button takes the focus from the plain one that it replaces. */
function UsedMenu<Row>({ row, handlers }: RowMenuProps<Row>) {
  const button = useRef<HTMLButtonElement>(null)
  const [isOpen, setIsOpen] = useState(false)
  useEffect(() => {
    button.current?.focus()
    setIsOpen(true)
  }, [])
  return (
    <Menu position="bottom-end" withinPortal shadow="md" opened={isOpen} onChange={setIsOpen}>
      <Menu.Target>
        <button ref={button} type="button" className={classes.button} aria-label="Acciones" />
      </Menu.Target>
      <Menu.Dropdown>
        {visibleActions(handlers().actions, row).map(({ label, icon, tone = 'normal', onSelect }) => (
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

/** The menu of a row's actions. Until its first use it is a plain button: a list has up to 40 of them. */
export function RowMenu<Row>(props: RowMenuProps<Row>) {
  const [isUsed, setIsUsed] = useState(false)
  if (isUsed) return <UsedMenu {...props} />
  return (
    <button
      type="button"
      className={classes.button}
      aria-label="Acciones"
      aria-haspopup="menu"
      aria-expanded={false}
      onClick={() => setIsUsed(true)}
    />
  )
}
