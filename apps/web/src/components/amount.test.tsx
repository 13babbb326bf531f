import { MantineProvider } from '@mantine/core'
import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Amount } from './amount.tsx'
import { countAt } from './use-count-up.ts'

const draw = (amount: React.ReactNode) => render(<MantineProvider env="test">{amount}</MantineProvider>)

test('renders the amount once, as one text for screen readers and copying', () => {
  const { container } = draw(<Amount cents={1234567} size="hero" />)
  const figure = container.querySelector('[data-size=hero]')
  expect(figure?.textContent).toBe('$12,345.67')
  expect(figure?.querySelector('[aria-hidden=true]')).toBeNull()
  expect(screen.getByText('.67')).toBeVisible()
})

test('keeps the minus sign of a negative amount', () => {
  const { container } = draw(<Amount cents={-50} />)
  expect(container.querySelector('[data-size=text]')?.textContent).toBe('-$0.50')
})

test('exposes the final amount to screen readers while it counts up', () => {
  const { container } = draw(<Amount cents={500000} countUp />)
  expect(screen.getByText('$5,000.00')).toBeVisible()
  expect(container.querySelector('[aria-hidden=true]')?.textContent).not.toBe('$5,000.00')
})

test('a count starts at 0, never exceeds its target and ends on it', () => {
  expect(countAt(500000, 0)).toBe(0)
  expect(countAt(500000, 450)).toBeGreaterThan(250000)
  expect(countAt(500000, 450)).toBeLessThan(500000)
  expect(countAt(500000, 5000)).toBe(500000)
})
