import { IconArrowsHorizontal } from '@tabler/icons-react'
import classes from './more-columns.module.css'

/** Hint above a table that scrolls sideways. Hidden from screen readers, which get it from the region's label. */
export function MoreColumns() {
  return (
    <p className={classes.more} aria-hidden>
      <IconArrowsHorizontal size={16} stroke={1.75} />
      Desliza para ver más columnas
    </p>
  )
}
