import { Button } from '@mantine/core'
import { addDays, addMonths, type Day } from '@quincena/domain/dates'
import { useState } from 'react'
import { today } from '../lib/today.ts'
import { DayFilter } from './date-field.tsx'
import classes from './day-range.module.css'

/** A range of days, both included; without an end it is open there. */
interface DayRange {
  from: Day | undefined
  to: Day | undefined
}

interface DayRangeFilterProps extends DayRange {
  /** What the days are of: `Fecha de solicitud`. */
  label: string
  onChange: (range: DayRange) => void
}

const isInOrder = ({ from, to }: DayRange) => from === undefined || to === undefined || from <= to

/** The whole month that is `months` before this one. */
function monthBefore(months: number): { from: Day; to: Day } {
  const first = addMonths(`${today().slice(0, 7)}-01`, -months)
  return { from: first, to: addDays(addMonths(first, 1), -1) }
}

const monthNames = ['Este mes', 'Mes pasado'] as const

/** Keeps a range that is out of order until it is corrected; the list never gets it. */
function useTypedRange({ from, to, onChange }: DayRangeFilterProps) {
  const [typed, setTyped] = useState<DayRange>({ from, to })
  const [last, setLast] = useState<DayRange>({ from, to })
  if (last.from !== from || last.to !== to) {
    setLast({ from, to })
    setTyped({ from, to })
  }
  const change = (range: DayRange) => {
    setTyped(range)
    if (isInOrder(range)) onChange(range)
  }
  return { typed, change }
}

/** Filters a list by days: from, to, and one click for this month or the last one. */
export function DayRangeFilter(props: DayRangeFilterProps) {
  const { typed, change } = useTypedRange(props)
  return (
    <fieldset className={classes.range}>
      <legend className={classes.legend}>{props.label}</legend>
      <DayFilter
        classNames={{ root: classes.day ?? '' }}
        aria-label="Desde"
        placeholder="Desde"
        day={typed.from}
        onDay={(from) => change({ ...typed, from })}
      />
      <DayFilter
        classNames={{ root: classes.day ?? '' }}
        aria-label="Hasta"
        placeholder="Hasta"
        day={typed.to}
        error={isInOrder(typed) ? undefined : 'Es anterior a «Desde»'}
        onDay={(to) => change({ ...typed, to })}
      />
      {monthNames.map((name, months) => {
        const month = monthBefore(months)
        const isOn = typed.from === month.from && typed.to === month.to
        return (
          <Button
            key={name}
            variant={isOn ? 'light' : 'default'}
            radius="xl"
            aria-pressed={isOn}
            onClick={() => change(isOn ? { from: undefined, to: undefined } : month)}
          >
            {name}
          </Button>
        )
      })}
    </fieldset>
  )
}
