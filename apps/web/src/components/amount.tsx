import { VisuallyHidden } from '@mantine/core'
import { pesos } from '@quincena/domain/money'
import classes from './amount.module.css'
import { useCountUp } from './use-count-up.ts'

const format = new Intl.NumberFormat('es-MX', { style: 'currency', currency: 'MXN' })

interface AmountProps {
  /** Centavos. */
  cents: number
  /** `hero` stands at 40 px, `title` at 28, `text` in the line it is in. */
  size?: 'hero' | 'title' | 'text'
  /** Counts up once when it appears: for the moment money arrives. */
  countUp?: boolean
}

/** An amount of pesos: the whole large, the sign small, the centavos raised. Read aloud as one figure. */
export function Amount({ cents, size = 'text', countUp = false }: AmountProps) {
  const shown = useCountUp(cents, countUp)
  const parts = format.formatToParts(pesos(shown))
  const only = (...types: string[]) =>
    parts.filter(({ type }) => types.includes(type)).map(({ value }) => value)
  return (
    <span className={classes.amount} data-size={size}>
      <VisuallyHidden>{format.format(pesos(cents))}</VisuallyHidden>
      <span aria-hidden className={classes.figure}>
        {only('minusSign')}
        <span className={classes.sign}>{only('currency')}</span>
        {only('integer', 'group')}
        <span className={classes.centavos}>{only('decimal', 'fraction')}</span>
      </span>
    </span>
  )
}
