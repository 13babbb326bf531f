import { Button, Checkbox, Popover, Stack, Switch } from '@mantine/core'
import { IconColumns3 } from '@tabler/icons-react'
import type { useTableView } from '../lib/table-views.ts'
import type { Column } from './data-table-types.ts'
import { smallIcon } from './small-icon.tsx'
import classes from './table-menu.module.css'

interface TableMenuProps {
  /** Columns that can be hidden: all but the first. */
  columns: readonly Pick<Column<never>, 'key' | 'header' | 'second'>[]
  view: ReturnType<typeof useTableView>
}

/** Chooses the height of the rows and the columns of a list, on this device. */
export function TableMenu({ columns, view }: TableMenuProps) {
  const { is_compact, hidden, setCompact, showColumn, showAll } = view
  const hiddenCount = columns.filter(({ key }) => hidden.includes(key)).length
  const label = hiddenCount === 0 ? 'Columnas y filas' : `Columnas y filas · ${hiddenCount} sin mostrar`
  return (
    <Popover position="top-start" shadow="md" width={260} trapFocus>
      <Popover.Target>
        <Button
          variant="default"
          size="xs"
          classNames={{ root: classes.button ?? '', section: classes.icon ?? '' }}
          leftSection={smallIcon(IconColumns3)}
          aria-label={label}
        >
          <span className={classes.label}>{label}</span>
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label="Columnas y filas">
        <Stack gap={10}>
          <Switch
            label="Filas compactas"
            checked={is_compact}
            onChange={(event) => setCompact(event.currentTarget.checked)}
          />
          <fieldset className={classes.choices}>
            <legend>Columnas</legend>
            {columns.map(({ key, header, second }) => (
              <Checkbox
                key={key}
                label={second ? `${header} y ${second.header.toLowerCase()}` : header}
                checked={!hidden.includes(key)}
                onChange={(event) => showColumn(key, event.currentTarget.checked)}
              />
            ))}
          </fieldset>
          {hiddenCount > 0 && (
            <Button variant="subtle" size="xs" onClick={showAll}>
              Mostrar todas
            </Button>
          )}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  )
}
