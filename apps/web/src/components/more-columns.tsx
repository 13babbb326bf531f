import { IconArrowsHorizontal } from '@tabler/icons-react'
import classes from './more-columns.module.css'

/** Stands above a table that scrolls sideways; a screen reader hears of it by the table's region. */
export function MoreColumns() {
  return (
    <p className={classes.more} aria-hidden>
      <IconArrowsHorizontal size={16} stroke={1.75} />
      Desliza para ver más columnas
    </p>
  )
}
