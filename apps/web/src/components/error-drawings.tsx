import classes from './drawings.module.css'
import { Drawing, type DrawingProps } from './drawings.tsx'

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
