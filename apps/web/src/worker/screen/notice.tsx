import { IconAlertCircle } from '@tabler/icons-react'
import { type ReactNode, useEffect, useRef } from 'react'
import classes from './notice.module.css'

/** Something went wrong, said where it stays, and brought into sight. */
export function Notice({ children }: { children: ReactNode }) {
  const notice = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    // Browsers begin to answer with a promise here, which an effect must not hand on.
    void notice.current?.scrollIntoView({ block: 'center' })
  }, [])
  return (
    <p ref={notice} className={classes.notice} role="alert">
      <IconAlertCircle size={20} stroke={1.75} aria-hidden />
      {children}
    </p>
  )
}
