import { formatMoney, formatPesos } from '@quincena/domain/format'
import { type Cents, pesos } from '@quincena/domain/money'
import { type AmountScale, amountAt, maximum_pesos, scaleLabels, stopOf_pesos } from './amount-scale.ts'
import classes from './amount-slider.module.css'

interface AmountSliderProps {
  label: string
  scale: AmountScale
  /** Centavos. */
  value: Cents
  onChange: (value: Cents) => void
}

/** Slider for an amount. Each change vibrates for 4 ms if the device supports it. */
export function AmountSlider({ label, scale, value, onChange }: AmountSliderProps) {
  const filled = scale.max === 0 ? 0 : value / scale.max
  const slide = (stop_pesos: number) => {
    onChange(amountAt(scale, stop_pesos))
    navigator.vibrate?.(4)
  }
  return (
    <div className={classes.slider}>
      <span className={classes.track} aria-hidden>
        <span className={classes.filled} style={{ width: `${filled * 100}%` }} />
      </span>
      <input
        type="range"
        className={classes.range}
        aria-label={label}
        aria-valuetext={formatMoney(value)}
        min={0}
        max={maximum_pesos(scale)}
        step={pesos(scale.step)}
        value={stopOf_pesos(scale, value)}
        onChange={(event) => slide(event.currentTarget.valueAsNumber)}
      />
      <div className={classes.labels} aria-hidden>
        {scaleLabels(scale).map((amount, index, { length }) => (
          // Only the first and the last label have space for the peso sign.
          <span key={amount}>
            {index === 0 || index === length - 1 ? formatPesos(amount) : formatPesos(amount).replace('$', '')}
          </span>
        ))}
      </div>
    </div>
  )
}
