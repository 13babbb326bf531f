import { Button } from '@mantine/core'
import { useEffect, useRef } from 'react'
import classes from './notification-item.module.css'

interface RemovedItemProps {
  title: string
  isPending: boolean
  onUndo: () => void
}

/** Replaces a deleted notification: says so, and can restore it while the screen is open. */
export function RemovedItem({ title, isPending, onUndo }: RemovedItemProps) {
  const undo = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    // After a deletion by keyboard the pressed button is gone, so the focus moves to «Deshacer».
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
