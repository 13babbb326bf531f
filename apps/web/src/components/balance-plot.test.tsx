import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { BalancePlot, stepPath } from './balance-plot.tsx'

const before = [
  { day: '2026-12-01', balance: 200_000 },
  { day: '2027-01-01', balance: 100_000 },
  { day: '2027-02-01', balance: 0 },
]
const after = [
  { day: '2026-12-01', balance: 100_000 },
  { day: '2027-01-01', balance: 0 },
]

test('stepPath keeps a balance level until the day of the next one', () => {
  const scale = { first: '2026-12-01', days: 62, top: 200_000 }
  expect(stepPath(before, scale)).toBe('M0 0H160V60H320V120')
  expect(stepPath(after, scale)).toBe('M0 60H160V120')
})

test('names both courses of the balance for screen readers', () => {
  render(<BalancePlot before={before} after={after} />)
  expect(screen.getByRole('img').getAttribute('aria-label')).toBe(
    'Capital que debes sin este pago: de $2,000.00 a $0.00 el 1 de febrero de 2027. Con este pago: de $1,000.00 a $0.00 el 1 de enero de 2027.',
  )
})

test('shows a payment that leaves nothing to owe as one day', () => {
  render(<BalancePlot before={before} after={[{ day: '2026-12-01', balance: 0 }]} />)
  expect(
    screen.getByRole('img', { name: /Con este pago: \$0\.00 desde el 1 de diciembre de 2026\.$/ }),
  ).toBeVisible()
})
