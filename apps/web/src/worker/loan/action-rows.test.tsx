import { screen, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { loanDetailOf } from '../../../test/loan.ts'
import { answerWith, buildPage } from '../../../test/server.ts'
import { openWorkerApp } from '../../../test/worker-screen.tsx'
import { endSession } from '../../lib/session.ts'

afterEach(() => {
  endSession()
  vi.unstubAllGlobals()
})

test.each([
  ['rejected', 'rejected-detail', ['Ver mis solicitudes', 'Ir al inicio']],
  ['active', 'credit-request-approved', ['Ir al inicio', 'Ver mis créditos']],
  ['requested', 'new-credit-request', ['Ver mis créditos', 'Ir al inicio']],
  ['approved', 'new-credit-request', ['Revisar y firmar mi crédito', 'Ver mis créditos', 'Ir al inicio']],
] as const)('a credit that is %s at /app/%s has its actions in a row', async (state, path, names) => {
  answerWith({ 'GET /loan/123': loanDetailOf(state), 'GET /loan': buildPage() })
  openWorkerApp(`/app/${path}/123`)
  const bar = (await screen.findByRole('button', { name: names[0] })).parentElement
  expect(bar).toHaveAttribute('data-row', 'true')
  const buttons = within(bar ?? document.body).getAllByRole('button')
  expect(buttons.map(({ textContent }) => textContent)).toEqual(names)
  // The last one takes no more than its text; only the first of three fills a line.
  expect(buttons.at(-1)).toHaveAttribute('data-variant', 'subtle')
  const wide = buttons.filter((button) => button.dataset.block === 'true')
  expect(wide.map(({ textContent }) => textContent)).toEqual(names.length > 2 ? [names[0]] : [])
})

test('the screen after a request says how soon the answer comes', async () => {
  answerWith({ 'GET /loan/123': loanDetailOf('requested'), 'GET /loan': buildPage() })
  openWorkerApp('/app/new-credit-request/123')
  expect(await screen.findByText(/Casi siempre respondemos el mismo día hábil/)).toBeVisible()
})
