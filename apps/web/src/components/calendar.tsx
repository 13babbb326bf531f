import { ActionIcon, NativeSelect, UnstyledButton } from '@mantine/core'
import { businessDay, type Day } from '@quincena/domain/dates'
import { formatLongDate } from '@quincena/domain/format'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import classes from './calendar.module.css'
import { addMonths, dayAfterKey, inMonth, MONTHS, WEEKDAYS, weeksAround } from './calendar-days.ts'

export interface CalendarProps {
  /** The day that is chosen now. */
  value: Day | null
  min?: Day | undefined
  max?: Day | undefined
  onChoose: (day: Day) => void
}

const oldest_years = 100
const later_years = 5
/** Escape closes the calendar, not the dialog it stands in. */
const ownEscape = { 'data-mantine-stop-propagation': true } as const

const monthOptions = MONTHS.map((label, index) => ({ value: String(index + 1), label }))

function yearOptions(today: Day, shown: number): string[] {
  const last = Number(today.slice(0, 4)) + later_years
  const years = Array.from({ length: oldest_years + later_years + 1 }, (_, index) => last - index)
  return (years.includes(shown) ? years : [shown, ...years]).map(String)
}

interface HeadProps {
  shown: Day
  today: Day
  onShow: (day: Day) => void
}

function Head({ shown, today, onShow }: HeadProps) {
  const { year, month } = Temporal.PlainDate.from(shown)
  const step = (months: number, label: string, Icon: typeof IconChevronLeft) => (
    <ActionIcon
      variant="subtle"
      color="gray"
      size={36}
      onClick={() => onShow(addMonths(shown, months))}
      aria-label={label}
      {...ownEscape}
    >
      <Icon size={18} stroke={1.75} aria-hidden />
    </ActionIcon>
  )
  return (
    <div className={classes.head}>
      {step(-1, 'Mes anterior', IconChevronLeft)}
      <NativeSelect
        aria-label="Mes"
        data={monthOptions}
        value={String(month)}
        onChange={(event) => onShow(inMonth(shown, { month: Number(event.currentTarget.value) }))}
        {...ownEscape}
      />
      <NativeSelect
        aria-label="Año"
        data={yearOptions(today, year)}
        value={String(year)}
        onChange={(event) => onShow(inMonth(shown, { year: Number(event.currentTarget.value) }))}
        {...ownEscape}
      />
      {step(1, 'Mes siguiente', IconChevronRight)}
    </div>
  )
}

interface CellProps extends CalendarProps {
  day: Day
  shown: Day
  today: Day
}

function Cell({ day, shown, today, value, min, max, onChoose }: CellProps) {
  const isOut = (min !== undefined && day < min) || (max !== undefined && day > max)
  const isShown = day === shown
  return (
    <UnstyledButton
      className={classes.day}
      tabIndex={isShown ? 0 : -1}
      data-autofocus={isShown || undefined}
      data-other={day.slice(0, 7) !== shown.slice(0, 7)}
      data-today={day === today}
      aria-label={formatLongDate(day, { withYear: true })}
      aria-pressed={day === value}
      aria-disabled={isOut}
      onClick={() => !isOut && onChoose(day)}
      {...ownEscape}
    >
      {Number(day.slice(8))}
    </UnstyledButton>
  )
}

/** A month to choose a day from: by pointer, or by arrow keys as on every calendar. */
export function Calendar(props: CalendarProps) {
  const today = businessDay(Temporal.Now.instant())
  const [shown, setShown] = useState(props.value ?? today)
  const grid = useRef<HTMLTableElement>(null)
  useEffect(() => {
    const cell = grid.current?.querySelector<HTMLElement>(
      `[aria-label="${formatLongDate(shown, { withYear: true })}"]`,
    )
    if (grid.current?.contains(document.activeElement)) cell?.focus()
  }, [shown])
  const onKeyDown = (event: KeyboardEvent) => {
    const day = dayAfterKey(shown, event.key)
    if (day === null) return
    event.preventDefault()
    setShown(day)
  }
  return (
    <div className={classes.calendar}>
      <Head shown={shown} today={today} onShow={setShown} />
      <table ref={grid} className={classes.grid} onKeyDown={onKeyDown}>
        <thead>
          <tr>
            {WEEKDAYS.map((name) => (
              <th key={name} scope="col" abbr={name}>
                {name.slice(0, 2)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeksAround(shown).map((week, row) => (
            <tr key={WEEKDAYS[row]}>
              {week.map((day, column) => (
                <td key={WEEKDAYS[column]}>
                  <Cell {...props} day={day} shown={shown} today={today} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
