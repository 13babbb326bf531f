import { VisuallyHidden } from '@mantine/core'
import { formatMoney } from '@quincena/domain/format'
import classes from './amount.module.css'
import { useCountUp } from './use-count-up.ts'

interface AmountProps {
  /** Centavos. */
  cents: number
  /** Font size: `hero` 40 px, `title` 28 px, `text` that of the surrounding text. */
  size?: 'hero' | 'title' | 'text'
  /** Counts up once when it appears; for money that has just arrived. */
  countUp?: boolean
}

function Parts({ cents }: { cents: number }) {
  const [, minus, pesos, centavos] = /^(-?)\$(.+)(\.\d\d)$/.exec(formatMoney(cents)) ?? []
  return (
    <>
      {minus}
      <span className={classes.sign}>$</span>
      {pesos}
      <span className={classes.centavos}>{centavos}</span>
    </>
  )
}

/**
 * An amount in pesos with a small sign and raised centavos. The document contains it once, so that it is copied and
 * read aloud as one number; while it counts up, the changing number is hidden from screen readers.
 */
export function Amount({ cents, size = 'text', countUp = false }: AmountProps) {
  const shownCents = useCountUp(cents, countUp)
  const isCounting = shownCents !== cents
  return (
    <span className={classes.amount} data-size={size} data-counting={countUp}>
      {isCounting && <VisuallyHidden>{formatMoney(cents)}</VisuallyHidden>}
      <span aria-hidden={isCounting}>
        <Parts cents={shownCents} />
      </span>
    </span>
  )
}
