import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { loanDetailOf } from '../../../../test/loan.ts'
import { answerWith, buildFieldRefusal, buildRefusal } from '../../../../test/server.ts'
import { openStaffApp } from '../../../../test/staff-screen.tsx'
import { endSession } from '../../../lib/session.ts'

const basics = { 'GET /notification/unread-count': { count: 0 } }

afterEach(() => {
  endSession()
  vi.unstubAllGlobals()
})

async function openDialog() {
  await userEvent.click(await screen.findByRole('button', { name: 'Editar' }))
  return within(await screen.findByRole('dialog', { name: 'Editar solicitud' }))
}

type Dialog = Awaited<ReturnType<typeof openDialog>>

const rowsOf = (dialog: Dialog) => dialog.getAllByRole('row').map((row) => row.textContent)

async function typeAmount(dialog: Dialog, text: string) {
  await userEvent.clear(dialog.getByLabelText('Monto'))
  await userEvent.type(dialog.getByLabelText('Monto'), text)
}

const save = (dialog: Dialog) => userEvent.click(dialog.getByRole('button', { name: 'Guardar' }))

test('§8 edit request: updates the figures while typing, sends once and shows the changed loan [B8.38]', async () => {
  let loan = loanDetailOf('requested')
  const calls = answerWith({
    ...basics,
    'GET /loan/123': () => loan,
    'PATCH /loan/123': () => {
      loan = loanDetailOf('requested', { amount: 10_000, total_debt: 10_531.5, period: '6 meses' })
      return loan
    },
  })
  openStaffApp('/detalle-credito/123')
  const dialog = await openDialog()
  expect(rowsOf(dialog)).toContain('Monto$12,000.00$12,000.00')
  await typeAmount(dialog, '10000')
  await userEvent.click(dialog.getByRole('radio', { name: '6 meses' }))
  expect(rowsOf(dialog)).toEqual([
    'AhoraCon el cambio',
    'Monto$12,000.00$10,000.00',
    'Plazo12 meses6 meses',
    'Mensualidad$1,100.00$1,755.25',
    'Deuda total$13,200.00$10,531.51',
    'Costo$1,200.00$531.51',
    'CAT sin IVA19.6 %19.6 %',
  ])
  await userEvent.dblClick(dialog.getByRole('button', { name: 'Guardar' }))
  expect(await screen.findByText('Crédito actualizado correctamente.')).toBeVisible()
  const patches = calls.filter(({ method }) => method === 'PATCH')
  expect(patches.map(({ body }) => body)).toEqual([{ amount: 10_000, period: 6 }])
  expect((await screen.findAllByText('$10,000.00')).length).toBeGreaterThan(0)
})

test('§5 amount prompt: rejects an amount of zero or above three salaries, at the field and on saving [B5.44]', async () => {
  const calls = answerWith({ ...basics, 'GET /loan/123': loanDetailOf('requested') })
  openStaffApp('/detalle-credito/123')
  const dialog = await openDialog()
  await typeAmount(dialog, '0')
  expect(dialog.queryByText('Por favor, ingresa un valor válido y positivo')).toBeNull()
  await save(dialog)
  expect(dialog.getByText('Por favor, ingresa un valor válido y positivo')).toBeVisible()
  expect(rowsOf(dialog)).toContain('Monto$12,000.00—')
  await typeAmount(dialog, '48000.01')
  expect(dialog.getByText('Monto máximo excedido: $48,000.00')).toBeVisible()
  await save(dialog)
  expect(calls.filter(({ method }) => method === 'PATCH')).toEqual([])
  await typeAmount(dialog, '48000')
  expect(dialog.queryByText(/Monto máximo/)).toBeNull()
})

test('§8 edit request: shows a refusal at its field or in the form and keeps the typed values [B8.16]', async () => {
  const detail = 'Monto máximo excedido: $9,000.00'
  let answer = buildFieldRefusal(422, 'amount', detail)
  answerWith({ ...basics, 'GET /loan/123': loanDetailOf('requested'), 'PATCH /loan/123': () => answer })
  openStaffApp('/detalle-credito/123')
  const dialog = await openDialog()
  await typeAmount(dialog, '9500')
  await save(dialog)
  expect(await dialog.findByText(detail)).toBeVisible()
  answer = buildRefusal(409, 'loan.not_editable', 'La solicitud ya no está en análisis.')
  await save(dialog)
  expect(await dialog.findByText('La solicitud ya no está en análisis.')).toBeVisible()
  expect(dialog.queryByText(detail)).toBeNull()
  answer = new Response('<html>', { status: 502 })
  await save(dialog)
  expect(await dialog.findByText('No se pudo actualizar el crédito.')).toBeVisible()
  expect(dialog.getByLabelText('Monto')).toHaveValue('$9,500')
  await userEvent.click(dialog.getByRole('button', { name: 'Cancelar' }))
  expect(await screen.findByText('Lo que escribiste se perderá.')).toBeVisible()
})
