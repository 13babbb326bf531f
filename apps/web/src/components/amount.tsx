import { VisuallyHidden } from '@mantine/core'
import { formatMoney } from '@quincena/domain/format'
import classes from './amount.module.css'
import { useCountUp } from './use-count-up.ts'

interface AmountProps {
  /** Centavos. */
  cents: number
  /** `hero` stands at 40 px, `title` at 28, `text` in the line it is in. */
  size?: 'hero' | 'title' | 'text'
  /** Counts up once when it appears: for the moment money arrives. */
  countUp?: boolean
}

function Parts({ cents }: { cents: number }) {
  const [, minus, whole, centavos] = /^(-?)\$(.+)(\.\d\d)$/.exec(formatMoney(cents)) ?? []
  return (
    <>
      {minus}
      <span className={classes.sign}>$</span>
      {whole}
      <span className={classes.centavos}>{centavos}</span>
    </>
  )
}

/**
 * An amount of pesos: the whole large, the sign small, the centavos raised. The document has it once, to be read and
 * copied as one figure; only while it counts up do the figures that pass stand beside what is read aloud.
 */
export function Amount({ cents, size = 'text', countUp = false }: AmountProps) {
  const shown = useCountUp(cents, countUp)
  const isCounting = shown !== cents
  return (
    <span className={classes.amount} data-size={size} data-counting={countUp}>
      {isCounting && <VisuallyHidden>{formatMoney(cents)}</VisuallyHidden>}
      <span aria-hidden={isCounting}>
        <Parts cents={shown} />
      </span>
    </span>
  )
}
