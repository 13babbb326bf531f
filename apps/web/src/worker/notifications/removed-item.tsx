import { Button } from '@mantine/core'
import { useEffect, useRef } from 'react'
import classes from './notification-item.module.css'

interface RemovedItemProps {
  title: string
  isPending: boolean
  onUndo: () => void
}

/** In the place of a deleted notification: that it is gone, and the way to have it back while the screen is open. */
export function RemovedItem({ title, isPending, onUndo }: RemovedItemProps) {
  const undo = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    // Who deleted by keyboard goes on from here: the button they pressed is gone.
    if (document.activeElement === document.body) undo.current?.focus({ preventScroll: true })
  }, [])
  return (
    <li className={classes.removed}>
      <span role="status">Notificación eliminada</span>
      <Button
        ref={undo}
        variant="subtle"
        size="md"
        loading={isPending}
        onClick={onUndo}
        aria-label={`Deshacer: recuperar «${title}»`}
      >
        Deshacer
      </Button>
    </li>
  )
}
