import { Select } from '@mantine/core'
import { useState } from 'react'

interface YearSelectProps {
  year: number
  thisYear: number
  onYear: (year: number) => void
}

const yearsBack = 4

/** Returns the year from the URL if it is offered, otherwise the current year. */
export function resolveYear(chosenYear: number | undefined, thisYear: number): number {
  const isOffered = chosenYear !== undefined && chosenYear <= thisYear && chosenYear >= thisYear - yearsBack
  return isOffered ? chosenYear : thisYear
}

/**
 * Offers the current year and the four before. When the field is emptied it shows a message, and the chosen year stays.
 */
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
      clearButtonProps={{ 'aria-label': 'Quitar año', 'aria-hidden': false, tabIndex: 0, size: '24px' }}
    />
  )
}
