import { addDays, type Day, daysBetween } from '@quincena/domain/dates'
import { formatLongDate, formatMoney, formatPesos, formatShortDate } from '@quincena/domain/format'
import type { Cents } from '@quincena/domain/money'
import classes from './balance-plot.module.css'

/** A balance in centavos that stands from a day on. */
export interface BalancePoint {
  day: Day
  balance: Cents
}

interface BalancePlotProps {
  /** The balances without and with the payment; both begin on the same day, in order of days. */
  before: readonly BalancePoint[]
  after: readonly BalancePoint[]
  /** What the balance is, for its reader. */
  what?: string
}

const width = 320
const height = 120

interface Scale {
  first: Day
  days: number
  top: Cents
}

function scaleOf(before: readonly BalancePoint[], after: readonly BalancePoint[]): Scale {
  const first = before[0]?.day ?? ''
  const lengths = [before, after].map((points) => daysBetween(first, points.at(-1)?.day ?? first))
  const top = Math.max(1, ...[...before, ...after].map(({ balance }) => balance))
  return { first, days: Math.max(1, ...lengths), top }
}

const shareOf = ({ first, days }: Scale, day: Day) => daysBetween(first, day) / days

/** The steps of a balance as an SVG path in a box of 320 × 120: level until a day, then down to its new balance. */
export function stepPath(points: readonly BalancePoint[], scale: Scale): string {
  return points
    .map(({ day, balance }, index) => {
      const x = Math.round(shareOf(scale, day) * width * 10) / 10
      const y = Math.round((1 - balance / scale.top) * height * 10) / 10
      return index === 0 ? `M${x} ${y}` : `H${x}V${y}`
    })
    .join('')
}

/** For example `de $10,000.00 a $0.00 el 21 de noviembre de 2027`. */
function courseOf(points: readonly BalancePoint[]): string {
  const [first, last] = [points[0], points.at(-1)]
  if (first === undefined || last === undefined) return ''
  const end = formatLongDate(last.day, { withYear: true })
  if (first === last) return `${formatMoney(last.balance)} desde el ${end}`
  return `de ${formatMoney(first.balance)} a ${formatMoney(last.balance)} el ${end}`
}

/** Plot of what is owed over time, without and with a payment; its accessible name states both courses. */
export function BalancePlot({ before, after, what = 'Capital que debes' }: BalancePlotProps) {
  const scale = scaleOf(before, after)
  const steps = stepPath(after, scale)
  const end = after.at(-1)?.day ?? scale.first
  return (
    <figure
      className={classes.plot}
      role="img"
      aria-label={`${what} sin este pago: ${courseOf(before)}. Con este pago: ${courseOf(after)}.`}
    >
      <div className={classes.legend} aria-hidden>
        <span className={classes.key} data-line="before">
          Sin este pago
        </span>
        <span className={classes.key} data-line="after">
          Con este pago
        </span>
      </div>
      <div className={classes.box} aria-hidden>
        <span className={classes.top}>{formatPesos(scale.top)}</span>
        <svg viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" aria-hidden="true">
          <path className={classes.grid} d={`M0 0H${width}M0 ${height / 2}H${width}M0 ${height}H${width}`} />
          <path className={classes.area} d={`${steps}V${height}H0Z`} />
          <path className={classes.before} d={stepPath(before, scale)} />
          <path className={classes.after} d={steps} />
        </svg>
        <span className={classes.end} style={{ insetInlineStart: `${shareOf(scale, end) * 100}%` }} />
      </div>
      <div className={classes.days} aria-hidden>
        <span>{formatShortDate(scale.first)}</span>
        <span>{formatShortDate(addDays(scale.first, scale.days))}</span>
      </div>
    </figure>
  )
}
