import { UnstyledButton } from '@mantine/core'
import { formatPesos } from '@quincena/domain/format'
import type { Cents } from '@quincena/domain/money'
import classes from './quick-amounts.module.css'

interface QuickAmountsProps {
  /** Centavos. */
  amounts: readonly Cents[]
  value: Cents
  onChange: (amount: Cents) => void
}

/** Round amounts to choose with one tap. */
export function QuickAmounts({ amounts, value, onChange }: QuickAmountsProps) {
  return (
    <fieldset className={classes.chips} aria-label="Montos frecuentes">
      {amounts.map((amount) => (
        <UnstyledButton
          key={amount}
          className={classes.chip}
          aria-pressed={amount === value}
          onClick={() => onChange(amount)}
        >
          {formatPesos(amount)}
        </UnstyledButton>
      ))}
    </fieldset>
  )
}
