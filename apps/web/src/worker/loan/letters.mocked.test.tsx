import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { loanDetailOf } from '../../../test/loan.ts'
import { answerWith, buildPage, buildRefusal } from '../../../test/server.ts'
import { openWorkerApp } from '../../../test/worker-screen.tsx'
import { saveFile } from '../../lib/save-file.ts'
import { endSession } from '../../lib/session.ts'

vi.mock('../../lib/save-file.ts', () => ({ saveFile: vi.fn() }))
afterEach(() => {
  vi.mocked(saveFile).mockReset()
  endSession()
  vi.unstubAllGlobals()
})

const pdf = () => new Response('%PDF-1.7', { headers: { 'Content-Type': 'application/pdf' } })
const saved = () => vi.mocked(saveFile).mock.calls.map(([, name]) => name)

function openLoan(state: 'active' | 'completed', more: object = {}) {
  const loan = { ...loanDetailOf(state), sent_at: '2026-10-20T18:00:00Z' }
  const calls = answerWith({ 'GET /loan/123': loan, 'GET /documents/': buildPage(), ...more })
  openWorkerApp('/app/credit-detail/123')
  return calls
}

test('a loan that is paid off offers its no-debt letter', async () => {
  openLoan('completed', { 'GET /loan/123/no-debt-letter': pdf })
  await userEvent.click(await screen.findByRole('button', { name: 'Constancia de no adeudo' }))
  expect(await screen.findByText('La constancia de no adeudo se ha descargado correctamente.')).toBeVisible()
  expect(saved()).toEqual(['Constancia_de_no_adeudo_C-000123.pdf'])
})

test('says that the letter is being made, and the button stays to try again', async () => {
  const text = 'Estamos preparando la constancia de no adeudo. Intenta en unos segundos.'
  openLoan('completed', {
    'GET /loan/123/no-debt-letter': buildRefusal(503, 'no_debt_letter.being_made', text),
  })
  const button = await screen.findByRole('button', { name: 'Constancia de no adeudo' })
  await userEvent.click(button)
  expect(await screen.findByText(text)).toBeVisible()
  expect(button).toBeEnabled()
})

test('a loan with debt has no letter, and its statement of a month', async () => {
  const calls = openLoan('active', { 'GET /loan/123/statement': pdf })
  const months = await screen.findByRole('combobox', { name: 'Mes' })
  expect(screen.queryByRole('button', { name: 'Constancia de no adeudo' })).toBeNull()
  await userEvent.selectOptions(months, 'octubre de 2026')
  await userEvent.click(screen.getByRole('button', { name: 'Descargar el mes' }))
  expect(await screen.findByText('El estado de cuenta se ha descargado correctamente.')).toBeVisible()
  const query = calls.find(({ path }) => path === '/loan/123/statement')?.query
  expect(Object.fromEntries(query ?? [])).toEqual({ from: '2026-10-01', to: '2026-10-31' })
  expect(saved()).toEqual(['Estado_de_cuenta_C-000123_2026-10.pdf'])
})

test('the downloads have the certificate of a year, and a void letter cannot be saved', async () => {
  const letter = {
    ...{ kind: 'no_debt_letter', id: 5, loan: 9, folio: 'C-000009', type: 'credit', amount: 10_000 },
    ...{ created_at: '2026-11-20T18:00:00Z', reversed: true },
  }
  const nothing = 'En ese año no hay intereses ni comisiones pagados.'
  const refusal = buildRefusal(409, 'interest_certificate.nothing_paid', nothing)
  const answers = Object.fromEntries(
    Array.from({ length: 30 }, (_, index) => [
      `GET /auth/user/7/interest-certificate/${2020 + index}`,
      () => refusal.clone(),
    ]),
  )
  answerWith({ 'GET /downloads': buildPage(letter), ...answers })
  openWorkerApp('/app/download-history')
  expect(await screen.findByRole('button', { name: /Constancia de no adeudo.*Sin efecto/ })).toBeDisabled()
  await userEvent.click(screen.getByRole('button', { name: 'Descargar constancia' }))
  expect(await screen.findByText(nothing)).toBeVisible()
})
