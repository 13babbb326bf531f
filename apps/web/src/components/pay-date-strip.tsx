import classes from './pay-date-strip.module.css'

interface PayDateStripProps {
  /** `YYYY-MM-DD`; the pay date may be in a later month. */
  today: string
  payDate: string
  /** Caption below the strip. */
  label: string
}

const lastOfHalf = 15

/** The elapsed shares of both halves of the month, each from 0 to 1. The first half ends on the 15th. */
export function filledOfHalves(today: string): [first: number, second: number] {
  const { day, daysInMonth } = Temporal.PlainDate.from(today)
  const first = Math.min(day, lastOfHalf) / lastOfHalf
  const second = Math.max(0, day - lastOfHalf) / (daysInMonth - lastOfHalf)
  return [first, second]
}

/** The month in two halves: the elapsed part of each, and the half whose end is the pay date. */
export function PayDateStrip({ today, payDate, label }: PayDateStripProps) {
  const isNextMonth = !payDate.startsWith(today.slice(0, 7))
  const paysFirst = Temporal.PlainDate.from(payDate).day <= lastOfHalf
  const halves = isNextMonth ? [1, 1] : filledOfHalves(today)
  const { daysInMonth } = Temporal.PlainDate.from(today)
  return (
    <figure className={classes.strip}>
      <div className={classes.halves} aria-hidden>
        {halves.map((filled, index) => (
          <span
            key={index === 0 ? 'first' : 'second'}
            className={classes.half}
            data-pays={!isNextMonth && paysFirst === (index === 0)}
          >
            <span className={classes.gone} style={{ width: `${filled * 100}%` }} />
          </span>
        ))}
      </div>
      <div className={classes.days} aria-hidden>
        <span>1</span>
        <span className={classes.end}>15</span>
        <span className={classes.end}>{daysInMonth}</span>
      </div>
      <figcaption className={classes.caption}>{label}</figcaption>
    </figure>
  )
}
