import { useId } from 'react'
import classes from './filter-chips.module.css'

interface FilterChipsProps<Value extends string> {
  /** Accessible name of the group. */
  label: string
  options: readonly { value: Value; label: string; count?: number }[]
  value: Value
  onChange: (value: Value) => void
}

/** A radio group in one row; arrow keys move the choice. */
export function FilterChips<Value extends string>({
  label,
  options,
  value,
  onChange,
}: FilterChipsProps<Value>) {
  const name = useId()
  return (
    <fieldset className={classes.row}>
      <legend className={classes.legend}>{label}</legend>
      {options.map((option) => (
        <label key={option.value} className={classes.chip}>
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
