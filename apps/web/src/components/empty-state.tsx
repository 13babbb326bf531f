import type { ReactNode } from 'react'
import classes from './drawings.module.css'
import { Drawing } from './drawings.tsx'
import { MessageState, type MessageStateProps } from './message-state.tsx'

/** An open folder with nothing in it. */
function EmptyDrawing() {
  return (
    <Drawing width={160}>
      <ellipse className={classes.ground} cx="120" cy="156" rx="84" ry="7" />
      <circle className={classes.soft} cx="120" cy="84" r="62" />
      <path className={classes.jadeMid} d="M58 66a8 8 0 0 1 8-8h34l12 14h62a8 8 0 0 1 8 8v62H58z" />
      <rect className={classes.paper} x="76" y="52" width="88" height="70" rx="6" />
      <rect className={classes.outline} x="76" y="52" width="88" height="70" rx="6" />
      <path className={classes.thin} d="M90 70h36M90 84h56" />
      <path className={classes.jade} d="M46 96h148l-12 56H58z" />
      <circle className={classes.marigold} cx="186" cy="46" r="8" />
    </Drawing>
  )
}

/** An empty list or screen, with an optional next step. */
export function EmptyState(props: Omit<MessageStateProps, 'drawing' | 'role'> & { drawing?: ReactNode }) {
  return <MessageState drawing={<EmptyDrawing />} role="status" {...props} />
}
