import { IconAlertCircle } from '@tabler/icons-react'
import { type ReactNode, useEffect, useRef } from 'react'
import classes from './notice.module.css'

/** Error message that stays on the screen and scrolls into view. */
export function Notice({ children }: { children: ReactNode }) {
  const notice = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    // Newer browsers return a promise here, which an effect must not return.
    void notice.current?.scrollIntoView({ block: 'center' })
  }, [])
  return (
    <p ref={notice} className={classes.notice} role="alert">
      <IconAlertCircle size={20} stroke={1.75} aria-hidden />
      {children}
    </p>
  )
}
