import { IconAlertCircle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './notice.module.css'

/** Something went wrong, said where it stays. */
export function Notice({ children }: { children: ReactNode }) {
  return (
    <p className={classes.notice} role="alert">
      <IconAlertCircle size={20} stroke={1.75} aria-hidden />
      {children}
    </p>
  )
}
