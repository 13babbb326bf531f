import { render, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { answerWith, buildPage } from '../../../test/server.ts'
import { balanceOf } from '../../../test/worker-balance.ts'
import { openWorkerApp, workerOf } from '../../../test/worker-screen.tsx'
import { endSession } from '../../lib/session.ts'
import * as drawings from './empty-drawings.tsx'

const { BlockedRequestDrawing, NoAssistancesDrawing, NoMovementsDrawing } = drawings

const draw = (Drawing: () => ReactNode) => {
  const { container, unmount } = render(<Drawing />)
  const { innerHTML } = container
  unmount()
  return innerHTML
}

afterEach(() => {
  endSession()
  sessionStorage.clear()
  vi.unstubAllGlobals()
})

test('every state has its own drawing, hidden from screen readers and of at most 2 kB', () => {
  const drawn = Object.values(drawings).map(draw)
  expect(new Set(drawn).size).toBe(drawn.length)
  for (const drawing of drawn) {
    expect(drawing).toContain('aria-hidden="true"')
    expect(drawing.length).toBeLessThanOrEqual(2000)
  }
})

const offers = {
  categories: [],
  support_phone: '55 4000 1500',
  support_email: 'hola@prestadora.mx',
  une: { phone: '55 4000 1600', email: 'une@prestadora.mx', hours: 'lunes a viernes de 9 a 18 horas' },
}
const noSalary = { monthly_salary: null, biweekly_salary: null }

test.each([
  ['news-list', 'Por ahora no hay asistencias', NoAssistancesDrawing],
  ['balance', 'Aún no hay movimientos', NoMovementsDrawing],
  ['new-credit', 'Aún no conocemos tu sueldo', BlockedRequestDrawing],
  ['new-advance', 'Por ahora no puedes pedir un anticipo', BlockedRequestDrawing],
])('/app/%s shows «%s» with its own drawing', async (path, title, Drawing) => {
  answerWith({
    'GET /loan': buildPage(),
    'GET /loan/pf360/offers/': offers,
    'GET /treasury/balances/7': balanceOf({ user: 7 }),
    'GET /treasury/balances/7/movements': buildPage(),
    'POST /loan/get-max-advance-loan-amount/': { data: 400 },
  })
  openWorkerApp(`/app/${path}`, workerOf(path === 'new-credit' ? noSalary : {}))
  const state = (await screen.findByText(title)).parentElement
  expect(state?.querySelector('svg')?.outerHTML).toBe(draw(Drawing))
})
