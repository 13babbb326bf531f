import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { answerWith, buildPage, buildRefusal } from '../../../test/server.ts'
import { openStaffApp } from '../../../test/staff-screen.tsx'
import { endSession } from '../../lib/session.ts'

// The charts measure their size, which only a real browser can do.
vi.mock('./portfolio-bars.tsx', () => ({
  DueBars: () => <svg role="img" aria-label="Por vencer" />,
  OwedBars: () => <svg role="img" aria-label="Deuda" />,
  ApprovalBars: () => <svg role="img" aria-label="Tiempos" />,
}))

/** Scrolls the charts into view. */
let arrive: () => void

beforeEach(() => {
  class Observer {
    constructor(notify: (entries: { isIntersecting: boolean }[]) => void) {
      arrive = () => notify([{ isIntersecting: true }])
    }
    observe() {}
    disconnect() {}
  }
  vi.stubGlobal('IntersectionObserver', Observer)
})

afterEach(() => {
  endSession()
  vi.unstubAllGlobals()
})

const none = { current: 0, late_1: 0, late_8: 0, late_31: 0, late_61: 0, late_91: 0 }
const charts = {
  owed: [
    { company: { id: 7, name: 'Textiles del Norte' }, owed: { ...none, current: 120_000, late_8: 4_500 } },
    { company: { id: null, name: 'Otras' }, owed: { ...none, late_91: 900 } },
  ],
  falling_due: {
    counted_at: '2026-11-20T07:40:00Z',
    dates: [{ due_date: '2026-11-30', loans: 2, amount: 1_250.5 }],
  },
  approvals: Array.from({ length: 8 }, (_, index) => ({
    ...{ week: `2026-10-${String(5 + index).padStart(2, '0')}`, count: index },
    ...{ median_hours: index === 0 ? null : 0.5, p90_hours: index === 0 ? null : 30 },
  })),
}
const basics = { 'GET /notification/unread-count': { count: 0 }, 'GET /loan': buildPage() }
const asked = (calls: ReturnType<typeof answerWith>) =>
  calls.filter(({ path }) => path === '/dashboard/charts')

test('loads the charts only when they come into view, and shows them as tables too', async () => {
  const calls = answerWith({ ...basics, 'GET /dashboard/charts': charts })
  openStaffApp('/')
  await screen.findByRole('heading', { name: 'La cartera hoy' })
  expect(asked(calls)).toEqual([])
  arrive()
  const owed = within(await screen.findByRole('table', { name: 'Deuda por empresa y antigüedad' }))
  const row = owed.getByRole('row', { name: /Textiles del Norte/ })
  expect(
    within(row)
      .getAllByRole('cell')
      .map(({ textContent }) => textContent),
  ).toEqual(['$120k', '—', '$4.5k', '—', '—', '—'])
  const due = within(screen.getByRole('table', { name: 'Por vencer, por fecha de pago' }))
  expect(due.getByRole('row', { name: '30/11/2026 2 $1,250.50' })).toBeInTheDocument()
  expect(screen.getByText(/^Calculado el 20\/11\/2026/)).toBeVisible()
  const times = within(screen.getByRole('table', { name: /Tiempo hasta aprobar/ }))
  expect(times.getByRole('row', { name: '06/10/2026 1 30 min 30 h' })).toBeInTheDocument()
  expect(asked(calls)).toHaveLength(1)
})

test('says that there is nothing to show, and loads failed charts again', async () => {
  let answer: unknown = buildRefusal(500, 'internal', 'Algo falló')
  answerWith({ ...basics, 'GET /dashboard/charts': () => answer })
  openStaffApp('/')
  await screen.findByRole('heading', { name: 'La cartera hoy' })
  arrive()
  const title = await screen.findByText('No se pudieron cargar las gráficas')
  answer = {
    owed: [],
    falling_due: { counted_at: null, dates: [] },
    approvals: charts.approvals.map((week) => ({ ...week, count: 0 })),
  }
  const section = within(screen.getByRole('region', { name: 'La cartera hoy' }))
  await userEvent.click(section.getByRole('button', { name: 'Reintentar' }))
  expect(await section.findAllByText('No hay datos disponibles para mostrar.')).toHaveLength(3)
  expect(title).not.toBeInTheDocument()
})
