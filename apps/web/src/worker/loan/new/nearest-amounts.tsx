import { Button } from '@mantine/core'
import { formatMoney } from '@quincena/domain/format'
import type { Cents } from '@quincena/domain/money'
import stack from '../../../components/phone/stack.module.css'

interface NearestAmountsProps {
  /** Centavos. */
  amounts: readonly Cents[]
  onChoose: (amount: Cents) => void
}

/** Buttons with the nearest amounts that are offered instead of a refused one. */
export function NearestAmounts({ amounts, onChoose }: NearestAmountsProps) {
  if (amounts.length === 0) return null
  return (
    <div className={stack.choices}>
      {amounts.map((amount) => (
        <Button key={amount} variant="light" onClick={() => onChoose(amount)}>
          Pedir {formatMoney(amount)}
        </Button>
      ))}
    </div>
  )
}
