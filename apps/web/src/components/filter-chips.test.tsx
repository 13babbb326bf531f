import { act, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { FilterChips } from './filter-chips.tsx'

beforeEach(() => {
  vi.useFakeTimers()
})

afterEach(() => {
  vi.useRealTimers()
})

const options = ['todos', 'tarde', 'pagados'].map((value) => ({ value, label: value }))

function show(onChange: (value: string) => void) {
  const chipsOf = (value: string) => (
    <FilterChips label="Situación" options={options} value={value} onChange={onChange} />
  )
  const { rerender, unmount } = render(chipsOf('todos'))
  return { setValue: (value: string) => rerender(chipsOf(value)), unmount }
}

const press = (name: string) => fireEvent.click(screen.getByRole('radio', { name }))
const chosen = () =>
  screen
    .getAllByRole<HTMLInputElement>('radio')
    .find(({ checked }) => checked)
    ?.closest('label')?.textContent
/** Longer than two frames. */
const paint = () => act(() => vi.advanceTimersByTimeAsync(100))

test('shows the pressed chip at once and calls onChange after it was painted', async () => {
  const onChange = vi.fn()
  const { setValue } = show(onChange)
  press('tarde')
  expect([chosen(), onChange.mock.calls]).toEqual(['tarde', []])
  await paint()
  expect(onChange.mock.calls).toEqual([['tarde']])
  setValue('tarde')
  press('todos')
  await paint()
  expect(onChange.mock.calls).toEqual([['tarde'], ['todos']])
})

test('passes on the last of several quick choices', async () => {
  const onChange = vi.fn()
  show(onChange)
  for (const name of ['tarde', 'pagados', 'tarde']) press(name)
  await paint()
  expect([chosen(), onChange.mock.calls]).toEqual(['tarde', [['tarde']]])
})

test('a choice right after another one reaches the list, although the value changes to the first meanwhile', async () => {
  const onChange = vi.fn()
  const { setValue } = show(onChange)
  press('tarde')
  await paint()
  press('pagados')
  setValue('tarde')
  await paint()
  expect(onChange.mock.calls).toEqual([['tarde'], ['pagados']])
})

test('a change from outside, such as Back, wins over a choice that waits', async () => {
  const onChange = vi.fn()
  const { setValue } = show(onChange)
  press('tarde')
  setValue('pagados')
  await paint()
  expect([chosen(), onChange.mock.calls]).toEqual(['pagados', []])
})

test('a choice is forgotten when its screen goes', async () => {
  const onChange = vi.fn()
  const { unmount } = show(onChange)
  press('tarde')
  unmount()
  await paint()
  expect(onChange).not.toHaveBeenCalled()
})

test('shows the value again if the choice does not change it', async () => {
  const onChange = vi.fn()
  show(onChange)
  press('tarde')
  await act(() => vi.advanceTimersByTimeAsync(2500))
  expect([chosen(), onChange.mock.calls]).toEqual(['todos', [['tarde']]])
  press('tarde')
  await paint()
  expect(onChange.mock.calls).toEqual([['tarde'], ['tarde']])
})
