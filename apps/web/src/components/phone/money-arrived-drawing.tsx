import classes from '../drawings.module.css'
import { Drawing, type DrawingProps } from '../drawings.tsx'

/** A marigold coin above an envelope: the money has arrived. */
export function MoneyArrivedDrawing(props: DrawingProps) {
  return (
    <Drawing {...props}>
      <ellipse className={classes.ground} cx="120" cy="164" rx="86" ry="8" />
      <circle className={classes.soft} cx="120" cy="90" r="66" />
      <path
        className={classes.jade}
        d="M66 92h108a8 8 0 0 1 8 8v48a12 12 0 0 1-12 12H70a12 12 0 0 1-12-12v-48a8 8 0 0 1 8-8z"
      />
      <path
        className={classes.jadeMid}
        d="M58 100a8 8 0 0 1 8-8h108a8 8 0 0 1 8 8l-56 34a12 12 0 0 1-12 0z"
      />
      <g className={classes.arriving}>
        <circle className={classes.marigold} cx="120" cy="60" r="30" />
        <path
          className={classes.line}
          d="M120 43v34M128 50c-3-5-17-5-17 2.500s17 5 17 12.500-14 7.500-17 1.500"
        />
      </g>
      <path className={classes.jadeLine} d="M68 46l-10-8M62 66H48M172 46l10-8M178 66h14" />
    </Drawing>
  )
}
