import { type ReactNode, useId } from 'react'
import classes from './progress-ring.module.css'

interface ProgressRingProps {
  value: number
  total: number
  /** Accessible name: «3 de 12 pagos». */
  label: string
  size?: number
  children?: ReactNode
}

const center = 32
const radius = 27

/** A ring in two halves, filled by `value / total`. */
export function ProgressRing({ value, total, label, size = 64, children }: ProgressRingProps) {
  const mask = useId()
  const filled = total > 0 ? Math.min(1, Math.max(0, value / total)) : 0
  const circle = { cx: center, cy: center, r: radius, pathLength: 100 }
  return (
    <span className={classes.ring} style={{ width: size, height: size }} role="img" aria-label={label}>
      <svg viewBox="0 0 64 64" width={size} height={size} aria-hidden="true">
        <mask id={mask}>
          <rect className={classes.shown} width="64" height="64" />
          <path className={classes.split} d="M32 0v64" />
        </mask>
        <g mask={`url(#${mask})`}>
          <circle className={classes.track} {...circle} />
          <circle
            className={classes.fill}
            {...circle}
            strokeDasharray="100"
            strokeDashoffset={100 - filled * 100}
          />
        </g>
      </svg>
      <span className={classes.middle} aria-hidden>
        {children}
      </span>
    </span>
  )
}
