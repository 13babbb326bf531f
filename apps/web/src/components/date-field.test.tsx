import { MantineProvider } from '@mantine/core'
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { DateField, DayFilter } from './date-field.tsx'

afterEach(cleanup)

function Birthday({ first = '' }: { first?: string }) {
  const [value, setValue] = useState(first)
  return (
    <MantineProvider env="test">
      <DateField label="Nacimiento" value={value} onChange={setValue} max="2026-11-20" />
      <output>{value}</output>
      <button type="button" onClick={() => setValue('2000-01-02')}>
        Otra
      </button>
    </MantineProvider>
  )
}

const field = () => screen.getByLabelText<HTMLInputElement>('Nacimiento')
const readStatus = () => screen.getByRole('status').textContent

test('accepts a date typed day first and keeps an invalid text with its error', async () => {
  render(<Birthday />)
  await userEvent.type(field(), '5/3/1990')
  expect([field().value, readStatus()]).toEqual(['05/03/1990', '1990-03-05'])
  await userEvent.type(field(), '{Backspace}')
  expect([field().value, readStatus()]).toEqual(['05/03/199', '05/03/199'])
  expect(screen.queryByText('Escribe la fecha como dd/mm/aaaa')).toBeNull()
  await userEvent.tab()
  expect(screen.getByText('Escribe la fecha como dd/mm/aaaa')).toBeVisible()
  expect(field()).toHaveValue('05/03/199')
  await userEvent.clear(field())
  await userEvent.type(field(), '21112026')
  await userEvent.tab()
  expect(screen.getByText('No puede ser posterior al 20/11/2026')).toBeVisible()
})

test('a new value from the parent replaces the typed text', async () => {
  render(<Birthday first="1990-03-05" />)
  expect(field()).toHaveValue('05/03/1990')
  await userEvent.click(screen.getByRole('button', { name: 'Otra' }))
  expect(field()).toHaveValue('02/01/2000')
})

test('the keyboard chooses a day in the calendar; days after max are disabled', async () => {
  render(<Birthday first="2026-11-19" />)
  const button = screen.getByRole('button', { name: 'Elegir en el calendario' })
  await userEvent.click(button)
  const later = await screen.findByRole('button', { name: '21 de noviembre de 2026' })
  expect(later).toBeDisabled()
  await userEvent.click(screen.getByRole('button', { name: 'noviembre 2026' }))
  await userEvent.click(screen.getByRole('button', { name: 'Año anterior' }))
  await userEvent.click(screen.getByRole('button', { name: 'oct' }))
  screen.getByRole('button', { name: '19 de octubre de 2025' }).focus()
  await userEvent.keyboard('{ArrowRight}{Enter}')
  expect([field().value, readStatus()]).toEqual(['20/10/2025', '2025-10-20'])
})

test('DayFilter reports complete days and an empty field, not partial input', async () => {
  const values: unknown[] = []
  render(
    <MantineProvider env="test">
      <DayFilter label="Nacimiento" day={undefined} onDay={(day) => values.push(day)} />
    </MantineProvider>,
  )
  await userEvent.type(field(), '16112026')
  expect(values).toEqual(['2026-11-16'])
  await userEvent.clear(field())
  expect(values).toEqual(['2026-11-16', undefined])
})
