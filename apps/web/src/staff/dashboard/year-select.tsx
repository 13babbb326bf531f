import { Select } from '@mantine/core'
import { useState } from 'react'

interface YearSelectProps {
  year: number
  thisYear: number
  onYear: (year: number) => void
}

const yearsBack = 4

/** This year and the four before; emptied, it says so and the last figures stay. */
export function YearSelect({ year, thisYear, onYear }: YearSelectProps) {
  const [isEmptied, setIsEmptied] = useState(false)
  const years = Array.from({ length: yearsBack + 1 }, (_, back) => String(thisYear - back))
  return (
    <Select
      aria-label="Año"
      placeholder="Año"
      w={176}
      data={years.includes(String(year)) ? years : [...years, String(year)]}
      value={isEmptied ? null : String(year)}
      onChange={(value) => {
        setIsEmptied(value === null)
        if (value !== null) onYear(Number(value))
      }}
      error={isEmptied && 'Selecciona un año válido'}
      clearable
      clearButtonProps={{ 'aria-label': 'Quitar año' }}
    />
  )
}
