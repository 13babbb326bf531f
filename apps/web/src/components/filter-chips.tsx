import { useEffect, useId, useRef, useState } from 'react'
import { nextPaint } from '../lib/next-paint.ts'
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

/** After so long a choice counts as refused: the chips show the value again. */
const refused_ms = 2000

/**
 * The chosen value, shown at once, and a function that chooses: `onChange` is called when the pressed chip is on the screen,
 * because a long list renders for some hundred milliseconds. Only the last of several quick choices is passed on, and none
 * if the value has changed from outside meanwhile, for example by Back.
 */
function usePressed<Value extends string>(value: Value, onChange: (value: Value) => void) {
  const [pressed, setPressed] = useState<{ value: Value; from: Value } | null>(null)
  const waiting = useRef<Value | null>(null)
  const passedOn = useRef(value)
  useEffect(() => {
    if (value !== passedOn.current) waiting.current = null
    passedOn.current = value
  }, [value])
  useEffect(
    () => () => {
      waiting.current = null // the screen that would filter is gone
    },
    [],
  )
  if (pressed !== null && pressed.from !== value) setPressed(null)
  const choose = async (next: Value) => {
    const choice = { value: next, from: value }
    waiting.current = next
    setPressed(choice)
    await nextPaint()
    await nextPaint() // the second frame begins when the first is on its way to the screen
    if (waiting.current !== next) return
    waiting.current = null
    passedOn.current = next
    onChange(next)
    setTimeout(() => setPressed((last) => (last === choice ? null : last)), refused_ms)
  }
  return { shown: pressed?.value ?? value, choose }
}

/** A radio group in one row; arrow keys move the choice. */
export function FilterChips<Value extends string>({
  label,
  options,
  value,
  onChange,
}: FilterChipsProps<Value>) {
  const name = useId()
  const row = useRef<HTMLFieldSetElement>(null)
  const { shown, choose } = usePressed(value, onChange)
  // biome-ignore lint/correctness/useExhaustiveDependencies: shows the chosen chip, also once more are known
  useEffect(() => {
    const chip = row.current?.querySelector<HTMLElement>('[data-chosen]')
    if (row.current && chip) row.current.scrollLeft = chip.offsetLeft - row.current.offsetLeft - 16
  }, [shown, options.length])
  return (
    <fieldset ref={row} className={classes.row} data-many={options.length >= manyChips || undefined}>
      <legend className={classes.legend}>{label}</legend>
      {options.map((option) => (
        <label key={option.value} className={classes.chip} data-chosen={option.value === shown || undefined}>
          <input
            type="radio"
            name={name}
            className={classes.input}
            checked={option.value === shown}
            onChange={() => void choose(option.value)}
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
