import { UnstyledButton } from '@mantine/core'
import { formatMoney } from '@quincena/domain/format'
import type { LoanType } from '@quincena/domain/loans/rules'
import type { Cents } from '@quincena/domain/money'
import { IconPencil } from '@tabler/icons-react'
import { useState } from 'react'
import { Amount } from '../../../components/amount.tsx'
import classes from './amount-choice.module.css'
import { type AmountCheck, AmountPrompt } from './amount-prompt.tsx'
import { type AmountScale, amountScale, quickAmounts } from './amount-scale.ts'
import { AmountSlider } from './amount-slider.tsx'
import { QuickAmounts } from './quick-amounts.tsx'

interface AmountChoiceProps {
  type: LoanType
  /** Smallest amount in centavos; 0 for no minimum. */
  min?: Cents
  max: Cents
  /** Why an amount between them is not offered; null if it is. */
  check?: AmountCheck
  value: Cents
  onChange: (value: Cents) => void
}

/** Question «¿Cuánto necesitas?»: the amount, which the worker can tap to type, a slider and round amounts below it. */
export function AmountChoice({ type, min = 0, max, check, value, onChange }: AmountChoiceProps) {
  const [isTyping, setIsTyping] = useState(false)
  const scale: AmountScale = amountScale(max)
  return (
    <section className={classes.choice}>
      <h2 className={classes.question}>¿Cuánto necesitas?</h2>
      <UnstyledButton
        className={classes.amount}
        data-empty={value === 0}
        aria-label={`${formatMoney(value)}. Escribir otra cantidad`}
        onClick={() => setIsTyping(true)}
      >
        <Amount cents={value} size="hero" />
        <IconPencil className={classes.pencil} size={20} stroke={1.75} aria-hidden />
      </UnstyledButton>
      <AmountSlider label="Monto" scale={scale} value={value} onChange={onChange} />
      <QuickAmounts amounts={quickAmounts(scale, min)} value={value} onChange={onChange} />
      <AmountPrompt
        type={type}
        min={min}
        max={max}
        check={check}
        opened={isTyping}
        onAmount={onChange}
        onClose={() => setIsTyping(false)}
      />
    </section>
  )
}
