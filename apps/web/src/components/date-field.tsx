import { ActionIcon, Loader, Popover, TextInput, type TextInputProps } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { Day } from '@quincena/domain/dates'
import { IconCalendar } from '@tabler/icons-react'
import { type FocusEvent, lazy, Suspense, useState } from 'react'
import { afterTyping, dayOfText, dayProblem, isDay, textOfDay } from '../lib/typed-date.ts'
import type { CalendarProps } from './calendar.tsx'

const Calendar = lazy(async () => ({ default: (await import('./calendar.tsx')).Calendar }))

interface DateFieldProps extends Omit<TextInputProps, 'value' | 'onChange' | 'type' | 'min' | 'max'> {
  /** A day `YYYY-MM-DD`, empty, or the typed text while it is not a date. */
  value: string
  onChange: (value: string) => void
  min?: Day
  max?: Day
}

/** The day of a typed text, or the text itself if it is not a date. */
const parseTyped = (text: string) => dayOfText(text) ?? text.trim()

/** Keeps the typed text until the parent passes another value. */
function useTypedText(value: string, onChange: (value: string) => void) {
  const [text, setText] = useState(textOfDay(value))
  const [lastValue, setLastValue] = useState(value)
  if (lastValue !== value) {
    setLastValue(value)
    if (parseTyped(text) !== value) setText(textOfDay(value))
  }
  const type = (next: string) => {
    setText(next)
    onChange(parseTyped(next))
  }
  return { text, type, formatText: () => setText(textOfDay(parseTyped(text))) }
}

interface CalendarButtonProps extends CalendarProps {
  isDisabled: boolean
}

function CalendarButton({ isDisabled, onChoose, ...rest }: CalendarButtonProps) {
  const [isOpen, { toggle, close }] = useDisclosure(false)
  const choose = (day: Day) => {
    onChoose(day)
    close()
  }
  return (
    <Popover opened={isOpen} onDismiss={close} position="bottom-end" shadow="md" trapFocus returnFocus>
      <Popover.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          size={32}
          disabled={isDisabled}
          onClick={toggle}
          aria-label="Elegir en el calendario"
        >
          <IconCalendar size={18} stroke={1.75} aria-hidden />
        </ActionIcon>
      </Popover.Target>
      {/* Escape closes the calendar and not the dialog around it. */}
      <Popover.Dropdown data-mantine-stop-propagation>
        <Suspense fallback={<Loader size="sm" aria-label="Cargando" />}>
          <Calendar {...rest} onChoose={choose} />
        </Suspense>
      </Popover.Dropdown>
    </Popover>
  )
}

/** A date field, typed as dd/mm/aaaa in every browser or chosen in a calendar. An invalid text stays with its error. */
export function DateField({ value, onChange, min, max, error, onBlur, disabled, ...rest }: DateFieldProps) {
  const { text, type, formatText } = useTypedText(value, onChange)
  const [wasLeft, setWasLeft] = useState(false)
  const problem = wasLeft ? dayProblem(parseTyped(text), { min, max }) : undefined
  const onLeave = (event: FocusEvent<HTMLInputElement>) => {
    formatText()
    setWasLeft(true)
    onBlur?.(event)
  }
  return (
    <TextInput
      placeholder="dd/mm/aaaa"
      inputMode="numeric"
      autoComplete="off"
      maxLength={10}
      {...rest}
      {...(disabled !== undefined && { disabled })}
      value={text}
      error={problem ?? error}
      onChange={(event) => type(afterTyping(text, event.currentTarget.value))}
      onFocus={(event) => {
        setWasLeft(false)
        rest.onFocus?.(event)
      }}
      onBlur={onLeave}
      rightSection={
        <CalendarButton
          value={dayOfText(text)}
          isDisabled={disabled ?? false}
          min={min}
          max={max}
          onChoose={(day) => type(textOfDay(day))}
        />
      }
    />
  )
}

interface DayFilterProps extends Omit<DateFieldProps, 'value' | 'onChange'> {
  day: Day | undefined
  onDay: (day: Day | undefined) => void
}

/** A date field as a list filter: `onDay` receives only complete days, or undefined for an empty field. */
export function DayFilter({ day, onDay, ...rest }: DayFilterProps) {
  const onInput = (value: string) => {
    if (value === '') onDay(undefined)
    if (isDay(value)) onDay(value)
  }
  return <DateField {...rest} value={day ?? ''} onChange={onInput} />
}
