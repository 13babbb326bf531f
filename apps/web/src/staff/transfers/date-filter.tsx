import { Checkbox } from '@mantine/core'
import { formatDate } from '@quincena/domain/format'
import { useState } from 'react'
import { DayFilter } from '../../components/date-field.tsx'
import classes from './date-filter.module.css'

interface DateFilterProps {
  /** Operating day of the filter, `YYYY-MM-DD`; undefined without a filter. */
  value: string | undefined
  onChange: (day: string | undefined) => void
}

/** Filters the list by operating day. The filter applies only while it is on and has a day (spec: backoffice §5). */
export function DateFilter({ value, onChange }: DateFilterProps) {
  const [isOn, setIsOn] = useState(value !== undefined)
  const toggle = (on: boolean) => {
    setIsOn(on)
    if (!on) onChange(undefined)
  }
  return (
    <div className={classes.filter}>
      <Checkbox
        label="Filtrar por fecha"
        checked={isOn}
        onChange={(event) => toggle(event.currentTarget.checked)}
      />
      {isOn && (
        <DayFilter
          classNames={{ root: classes.day ?? '' }}
          aria-label="Fecha de operación"
          day={value}
          onDay={onChange}
        />
      )}
      <p className={classes.note} role="status" data-warning={isOn && value === undefined}>
        {isOn && value === undefined && 'Por favor, selecciona una fecha para aplicar el filtro.'}
        {isOn && value !== undefined && (
          <>
            Filtrando resultados por la fecha seleccionada: <strong>{formatDate(value)}</strong>
          </>
        )}
      </p>
    </div>
  )
}
