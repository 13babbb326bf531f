import { MantineProvider } from '@mantine/core'
import { fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { SearchField } from './search-field.tsx'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

test('searches once, 700 ms after the last key [B2.24]', () => {
  const onSearch = vi.fn()
  render(
    <MantineProvider env="test">
      <SearchField value="" onSearch={onSearch} debounce_ms={700} />
    </MantineProvider>,
  )
  const field = screen.getByRole('searchbox', { name: 'Escribe tu búsqueda' })
  fireEvent.change(field, { target: { value: 'A-0' } })
  vi.advanceTimersByTime(500)
  fireEvent.change(field, { target: { value: 'A-01 ' } })
  vi.advanceTimersByTime(699)
  expect(onSearch).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(onSearch.mock.calls).toEqual([['A-01']])
})
