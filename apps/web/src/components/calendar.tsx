import '@mantine/dates/styles.layer.css'
import 'dayjs/locale/es'
import { DatePicker } from '@mantine/dates'
import type { Day } from '@quincena/domain/dates'
import { formatLongDate } from '@quincena/domain/format'
import classes from './calendar.module.css'

export interface CalendarProps {
  /** The selected day. */
  value: Day | null
  min?: Day | undefined
  max?: Day | undefined
  onChoose: (day: Day) => void
}

const ariaLabels = {
  ...{ nextMonth: 'Mes siguiente', previousMonth: 'Mes anterior' },
  ...{ nextYear: 'Año siguiente', previousYear: 'Año anterior' },
  ...{ nextDecade: 'Década siguiente', previousDecade: 'Década anterior' },
}

/** A month in Spanish to choose a day from; weeks start on Sunday. Its title opens the year, then the decade. */
export function Calendar({ value, min, max, onChoose }: CalendarProps) {
  return (
    <DatePicker
      className={classes.calendar ?? ''}
      classNames={{ day: classes.day ?? '', weekday: classes.weekday ?? '' }}
      locale="es"
      firstDayOfWeek={0}
      highlightToday
      value={value}
      {...(value !== null && { defaultDate: value })}
      {...(min !== undefined && { minDate: min })}
      {...(max !== undefined && { maxDate: max })}
      onChange={(day) => day !== null && onChoose(day)}
      ariaLabels={ariaLabels}
      getDayAriaLabel={(day) => formatLongDate(day, { withYear: true })}
      // Escape closes the calendar and not the dialog around it.
      __stopPropagation
    />
  )
}
