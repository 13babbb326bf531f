import { Select } from '@mantine/core'
import { useState } from 'react'

interface YearSelectProps {
  year: number
  thisYear: number
  onYear: (year: number) => void
}

const yearsBack = 4

/** The year asked for where it is one of those offered, else this year. */
export function offeredYear(asked: number | undefined, thisYear: number): number {
  const isOffered = asked !== undefined && asked <= thisYear && asked >= thisYear - yearsBack
  return isOffered ? asked : thisYear
}

/** This year and the four before; emptied, it says so and the last figures stay. */
export function YearSelect({ year, thisYear, onYear }: YearSelectProps) {
  const [isEmptied, setIsEmptied] = useState(false)
  const years = Array.from({ length: yearsBack + 1 }, (_, back) => String(thisYear - back))
  return (
    <Select
      aria-label="Año"
      placeholder="Año"
      w={176}
      data={years}
      value={isEmptied ? null : String(year)}
      onChange={(value) => {
        setIsEmptied(value === null)
        if (value !== null) onYear(Number(value))
      }}
      error={isEmptied && 'Selecciona un año válido'}
      clearable
      clearButtonProps={{ 'aria-label': 'Quitar año', 'aria-hidden': false, tabIndex: 0 }}
    />
  )
}
