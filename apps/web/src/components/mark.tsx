import { brandOfPage, logoSource } from '../lib/brand.ts'
import classes from './mark.module.css'

interface MarkProps {
  size?: number
  /** Pulses while the app waits. */
  pulsing?: boolean
}

/** The product's symbol: a disc in two halves, one filled, one outlined. Decorative. */
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

/** Most pixels of a logo's width, for each pixel of its height. */
const widest = 6

/** The lender's logo, or without one the symbol with the product's name beside it. */
export function Logo({ size = 28 }: { size?: number }) {
  const { logo, trade_name } = brandOfPage()
  if (logo !== null) {
    const scale = Math.min(size / logo.height, (size * widest) / logo.width)
    const sides = { width: Math.round(logo.width * scale), height: Math.round(logo.height * scale) }
    return <img className={classes.picture} {...sides} src={logoSource(logo.sha256)} alt={trade_name} />
  }
  return (
    <span className={classes.logo}>
      <Mark size={size} />
      <span className={classes.name}>{trade_name}</span>
    </span>
  )
}
