import type { ReactNode } from 'react'
import classes from './drawings.module.css'

export interface DrawingProps {
  width?: number
}

export function Drawing({ width = 200, children }: DrawingProps & { children: ReactNode }) {
  return (
    <svg
      className={classes.drawing}
      viewBox="0 0 240 180"
      width={width}
      height={width * 0.75}
      aria-hidden="true"
    >
      {children}
    </svg>
  )
}

/** An open folder with nothing in it. */
export function EmptyDrawing(props: DrawingProps) {
  return (
    <Drawing width={160} {...props}>
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

/** A disc that is broken in two. */
export function ErrorDrawing(props: DrawingProps) {
  return (
    <Drawing width={160} {...props}>
      <ellipse className={classes.ground} cx="120" cy="156" rx="84" ry="7" />
      <circle className={classes.soft} cx="120" cy="84" r="62" />
      <path className={classes.jade} d="M108 40a46 46 0 0 0 0 92z" />
      <path className={classes.openJade} d="M136 42a44 44 0 0 1 0 88z" />
      <path className={classes.line} d="M122 30l-6 24 12 18-10 20 10 18-8 32" />
      <circle className={classes.marigold} cx="180" cy="52" r="8" />
      <path className={classes.line} d="M60 148c10-6 18-6 28 0s18 6 28 0 18-6 28 0 18 6 28 0" />
    </Drawing>
  )
}

/** A magnifying glass. */
export function NotFoundDrawing(props: DrawingProps) {
  return (
    <Drawing width={160} {...props}>
      <ellipse className={classes.ground} cx="120" cy="156" rx="84" ry="7" />
      <circle className={classes.soft} cx="120" cy="84" r="62" />
      <circle className={classes.paper} cx="110" cy="76" r="38" />
      <circle className={classes.outline} cx="110" cy="76" r="38" />
      <path className={classes.jade} d="M110 48a28 28 0 0 0 0 56z" />
      <path className={classes.thick} d="M138 104l32 32" />
      <circle className={classes.marigold} cx="178" cy="44" r="8" />
    </Drawing>
  )
}
