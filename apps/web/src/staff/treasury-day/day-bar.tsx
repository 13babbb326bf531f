import { ActionIcon, Button } from '@mantine/core'
import { addDays, type Day } from '@quincena/domain/dates'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { DayFilter } from '../../components/date-field.tsx'
import { today } from '../../lib/today.ts'
import classes from './day-bar.module.css'

const iconProps = { size: 20, stroke: 1.75, 'aria-hidden': true } as const

interface DayBarProps {
  day: Day
  onDay: (day: Day) => void
}

/** Chooses a day: the one before, the one after, any other, or today. */
export function DayBar({ day, onDay }: DayBarProps) {
  const isToday = day === today()
  const arrow = { variant: 'default', size: 44 } as const
  return (
    <div className={classes.bar}>
      <ActionIcon {...arrow} aria-label="Día anterior" onClick={() => onDay(addDays(day, -1))}>
        <IconChevronLeft {...iconProps} />
      </ActionIcon>
      <DayFilter
        aria-label="Día"
        classNames={{ wrapper: classes.field ?? '' }}
        day={day}
        max={today()}
        onDay={(chosen) => chosen !== undefined && onDay(chosen)}
      />
      <ActionIcon
        {...arrow}
        aria-label="Día siguiente"
        disabled={isToday}
        onClick={() => onDay(addDays(day, 1))}
      >
        <IconChevronRight {...iconProps} />
      </ActionIcon>
      <Button variant="default" h={44} disabled={isToday} onClick={() => onDay(today())}>
        Hoy
      </Button>
    </div>
  )
}
