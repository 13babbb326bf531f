import type { ChangeEvent } from 'react'
import classes from './row-checkbox.module.css'

interface RowCheckboxProps {
  label: string
  isChecked: boolean
  /** Some of the rows that it stands for are selected. */
  isPartial?: boolean
  onChange: (event: ChangeEvent<HTMLInputElement>) => void
}

/** Selects a row, or the rows of a page. A plain checkbox: a list has up to 40 of them. */
export function RowCheckbox({ label, isChecked, isPartial = false, onChange }: RowCheckboxProps) {
  const mark = (input: HTMLInputElement | null) => {
    if (input) input.indeterminate = isPartial
  }
  return (
    <label className={classes.area}>
      <input
        ref={mark}
        className={classes.box}
        type="checkbox"
        aria-label={label}
        checked={isChecked}
        onChange={onChange}
      />
    </label>
  )
}
