import classes from './month-art.module.css'

const days = Array.from({ length: 30 }, (_, index) => index + 1)

/** The centre of a day's dot: 15 for each half, in five rows of three. */
function placeOf(day: number): { cx: number; cy: number } {
  const isFirstHalf = day <= 15
  const index = (day - 1) % 15
  const column = index % 3
  const cx = isFirstHalf ? 62 + column * 44 : 250 + column * 44
  return { cx, cy: 112 + Math.floor(index / 3) * 44 }
}

/** A month as a disc in two halves, with a dot for each day and a highlighted pay day. Decorative. */
export function MonthArt({ className }: { className?: string | undefined }) {
  return (
    <svg className={className} viewBox="0 0 400 400" aria-hidden="true">
      <path className={classes.full} d="M194 8a192 192 0 0 0 0 384z" />
      <path className={classes.open} d="M206 11a189 189 0 0 1 0 378z" />
      {days.map((day) => (
        <circle
          key={day}
          className={classes.day}
          data-half={day <= 15 ? 'full' : 'open'}
          data-pays={day === 15}
          r={day === 15 ? 13 : 7}
          {...placeOf(day)}
        />
      ))}
    </svg>
  )
}
