import { MantineProvider } from '@mantine/core'
import { addDays, addMonths } from '@quincena/domain/dates'
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { today } from '../lib/today.ts'
import { DayRangeFilter } from './day-range.tsx'

afterEach(cleanup)

function Filter() {
  const [range, setRange] = useState<{ from: string | undefined; to: string | undefined }>({
    from: undefined,
    to: undefined,
  })
  return (
    <MantineProvider env="test">
      <DayRangeFilter label="Fecha de alta" {...range} onChange={setRange} />
      <output>{`${range.from ?? '-'} ${range.to ?? '-'}`}</output>
    </MantineProvider>
  )
}

const readRange = () => screen.getByRole('status').textContent

test('filters by typed days, and keeps a range out of order with its error', async () => {
  render(<Filter />)
  expect(screen.getByRole('group', { name: 'Fecha de alta' })).toBeVisible()
  await userEvent.type(screen.getByLabelText('Desde'), '10112026')
  expect(readRange()).toBe('2026-11-10 -')
  await userEvent.type(screen.getByLabelText('Hasta'), '09112026')
  expect(screen.getByText('Es anterior a «Desde»')).toBeVisible()
  expect(readRange()).toBe('2026-11-10 -')
  await userEvent.clear(screen.getByLabelText('Hasta'))
  await userEvent.type(screen.getByLabelText('Hasta'), '30112026')
  expect(readRange()).toBe('2026-11-10 2026-11-30')
  expect(screen.queryByText('Es anterior a «Desde»')).toBeNull()
})

test('one click chooses this month or the last one, another removes it', async () => {
  render(<Filter />)
  const first = `${today().slice(0, 7)}-01`
  await userEvent.click(screen.getByRole('button', { name: 'Mes pasado' }))
  expect(readRange()).toBe(`${addMonths(first, -1)} ${addDays(first, -1)}`)
  expect(screen.getByRole('button', { name: 'Mes pasado', pressed: true })).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Este mes' }))
  expect(readRange()).toBe(`${first} ${addDays(addMonths(first, 1), -1)}`)
  await userEvent.click(screen.getByRole('button', { name: 'Este mes' }))
  expect(readRange()).toBe('- -')
})
