import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { loanItemOf } from '../../../test/loan.ts'
import { answerWith, buildPage, buildRefusal } from '../../../test/server.ts'
import { openStaffApp } from '../../../test/staff-screen.tsx'
import { endSession } from '../../lib/session.ts'

afterEach(() => {
  endSession()
  vi.unstubAllGlobals()
})

const contact = {
  ...{ at: '2026-11-18T16:00:00Z', by: 'Laura Rey', means: 'company', text: 'Paga el viernes' },
  ...{ next_step: 'Revisar el pago', next_step_on: '2026-11-20' },
}
const late = {
  ...loanItemOf('overdue', {
    days_late: 12,
    overdue: 1_100,
    amount_due: 9_900,
    next_payment_date: '2026-11-02',
  }),
  last_contact: contact,
}
const due = {
  ...loanItemOf('active', {
    ...{ id: 124, folio: 'C-000124', to_pay: { by: '2026-11-30', amount: 850 }, amount_due: 5_000 },
    next_payment_date: '2026-11-30',
  }),
  last_contact: null,
}
const ages = { late_8: { count: 1, amount: 9_900 }, due_in_7: { count: 1, amount: 5_000 } }
const list = { ...buildPage(late, due), ages }
const basics = { 'GET /notification/unread-count': { count: 0 }, 'GET /collections': list }
const lists = (calls: ReturnType<typeof answerWith>) => calls.filter(({ path }) => path === '/collections')

test('lists what is due with person, amounts, days late, last contact and next step', async () => {
  answerWith(basics)
  openStaffApp('/cobranza')
  const row = within(await screen.findByRole('row', { name: /C-000123/ }))
  for (const text of ['$1,100.00', '$9,900.00', '02/11/2026', '12', 'Paga el viernes', 'Revisar el pago'])
    expect(row.getByText(text)).toBeVisible()
  expect(row.getByText('Empresa · 18/11/2026 · Laura Rey')).toBeVisible()
  expect(row.getByRole('link', { name: 'C-000123' })).toHaveAttribute(
    'href',
    '/detalle-credito/123?tab=actividad',
  )
  expect(row.getByRole('link', { name: 'María López' })).toHaveAttribute('href', '/usuarios?ver=7')
  const other = within(screen.getByRole('row', { name: /C-000124/ }))
  expect(other.getByText('$850.00')).toBeVisible()
  expect(other.getByText('Sin contacto')).toBeVisible()
  expect(screen.getByText('2 préstamos')).toBeVisible()
})

test('asks for the latest first, and for the chosen age, search and order, which stay in the URL', async () => {
  const calls = answerWith(basics)
  const router = openStaffApp('/cobranza?page=2')
  await userEvent.click(await screen.findByRole('radio', { name: /^8 a 30 días · \$9,900\.00/ }))
  await userEvent.type(screen.getByRole('searchbox', { name: 'Escribe tu búsqueda' }), 'lopez')
  await userEvent.click(screen.getByRole('button', { name: 'Deuda actual' }))
  const search = { age: 'late_8', search: 'lopez', ordering: 'amount_due' }
  await vi.waitFor(() => expect(router.state.location.search).toEqual(search), 10_000)
  const queries = () => lists(calls).map(({ query }) => Object.fromEntries(query))
  await vi.waitFor(() => expect(queries().at(-1)).toEqual({ page: '1', page_size: '20', ...search }), 10_000)
  expect(queries()[0]).toEqual({ page: '2', page_size: '20', ordering: '-days_late' })
  expect(screen.getByRole('radio', { name: /^Todas · \$14,900\.00/ })).toBeVisible()
})

test('registers a contact from the row and loads the list again', async () => {
  const note = {
    id: 1,
    kind: 'contact',
    text: 'No contestó',
    means: 'call',
    next_step: null,
    next_step_on: null,
  }
  const calls = answerWith({ ...basics, 'POST /loan/124/contacts': note })
  openStaffApp('/cobranza')
  const row = within(await screen.findByRole('row', { name: /C-000124/ }))
  await userEvent.click(row.getByRole('button', { name: /Acciones/ }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Registrar contacto' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Registrar contacto · C-000124' }))
  await userEvent.click(dialog.getByRole('combobox', { name: 'Cómo fue' }))
  await userEvent.click(await screen.findByRole('option', { name: 'Llamada' }))
  await userEvent.type(dialog.getByRole('textbox', { name: 'Qué pasó' }), 'No contestó')
  const before = lists(calls).length
  await userEvent.click(dialog.getByRole('button', { name: 'Registrar contacto' }))
  expect(await screen.findByText('El contacto quedó registrado.')).toBeVisible()
  await vi.waitFor(() => expect(lists(calls).length).toBeGreaterThan(before), 10_000)
})

test('without rows offers to remove the filters, and a failed list is loaded again', async () => {
  let answer: unknown = buildRefusal(500, 'internal', 'Algo falló')
  answerWith({ ...basics, 'GET /collections': () => answer })
  openStaffApp('/cobranza?age=late_91')
  expect(await screen.findByText('No se pudo cargar la cobranza.')).toBeVisible()
  answer = { ...buildPage(), ages: {} }
  await userEvent.click(screen.getByRole('button', { name: 'Reintentar' }))
  expect(await screen.findByRole('button', { name: 'Quitar filtros' })).toBeVisible()
})
