import { MantineProvider } from '@mantine/core'
import { act, fireEvent, render, screen } from '@testing-library/react'
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

test('keeps what was typed while its own search comes back; Back replaces it', () => {
  const onSearch = vi.fn()
  const field = (value: string) => (
    <MantineProvider env="test">
      <SearchField value={value} onSearch={onSearch} debounce_ms={700} />
    </MantineProvider>
  )
  const { rerender } = render(field(''))
  const input = screen.getByRole('searchbox')
  fireEvent.change(input, { target: { value: 'ana' } })
  act(() => vi.advanceTimersByTime(700))
  fireEvent.change(input, { target: { value: 'ana l' } })
  rerender(field('ana'))
  expect(input).toHaveValue('ana l')
  act(() => vi.advanceTimersByTime(700))
  rerender(field('ana l'))
  expect(onSearch.mock.calls).toEqual([['ana'], ['ana l']])
  rerender(field('ana'))
  expect(input).toHaveValue('ana')
  rerender(field(''))
  expect(input).toHaveValue('')
})
