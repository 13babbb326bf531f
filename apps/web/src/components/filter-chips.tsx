import { useEffect, useId, useRef } from 'react'
import classes from './filter-chips.module.css'

interface FilterChipsProps<Value extends string> {
  /** Accessible name of the group. */
  label: string
  options: readonly { value: Value; label: string; count?: number }[]
  value: Value
  onChange: (value: Value) => void
}

/** From this number on, the chips of a phone stay in one row that is swiped. */
const manyChips = 6

/** A radio group in one row; arrow keys move the choice. */
export function FilterChips<Value extends string>({
  label,
  options,
  value,
  onChange,
}: FilterChipsProps<Value>) {
  const name = useId()
  const row = useRef<HTMLFieldSetElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: shows the chosen chip, also once more are known
  useEffect(() => {
    const chip = row.current?.querySelector<HTMLElement>('[data-chosen]')
    if (row.current && chip) row.current.scrollLeft = chip.offsetLeft - row.current.offsetLeft - 16
  }, [value, options.length])
  return (
    <fieldset ref={row} className={classes.row} data-many={options.length >= manyChips || undefined}>
      <legend className={classes.legend}>{label}</legend>
      {options.map((option) => (
        <label key={option.value} className={classes.chip} data-chosen={option.value === value || undefined}>
          <input
            type="radio"
            name={name}
            className={classes.input}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          {option.label}
          {option.count !== undefined && (
            <span className={classes.count}>{option.count.toLocaleString('es-MX')}</span>
          )}
        </label>
      ))}
    </fieldset>
  )
}
