import classes from './mark.module.css'

interface MarkProps {
  size?: number
  /** Pulses while the app waits. */
  pulsing?: boolean
}

/** The logo's symbol: a disc in two halves, one filled, one outlined. Decorative. */
export function Mark({ size = 32, pulsing = false }: MarkProps) {
  return (
    <svg
      className={classes.mark}
      data-pulsing={pulsing}
      width={size}
      height={size}
      viewBox="0 0 32 32"
      aria-hidden="true"
    >
      <path className={classes.open} d="M17.5 3.6a12.5 12.5 0 0 1 0 24.8" />
      <path className={classes.full} d="M15.5 2a14 14 0 0 0 0 28z" />
    </svg>
  )
}

/** The symbol with the name beside it. */
export function Logo({ size = 28 }: { size?: number }) {
  return (
    <span className={classes.logo}>
      <Mark size={size} />
      <span className={classes.name}>Quincena</span>
    </span>
  )
}
