import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { answerWith, buildPage } from '../../../test/server.ts'
import { openStaffApp } from '../../../test/staff-screen.tsx'
import { endSession } from '../../lib/session.ts'

afterEach(() => {
  endSession()
  vi.unstubAllGlobals()
})

const sums = {
  ...{ loans_total: 1, created: 1, unchanged: 0, payments_total: 5 },
  ...{ claimed: 8000, calculated: 8438.79, difference: 438.79, above_limit: 1 },
}
const loan = {
  ...{ row: 2, former_id: 'NOM-00417', type: 'credit', worker: 'Ana Ruiz', company: 'Aceros del Norte' },
  ...{ amount: 12_000, payments_count: 5, claimed: 8000, calculated: 8438.79, difference: 438.79 },
  ...{ is_above_limit: true, outcome: 'created', loan: null },
}
const company = {
  ...{ company: 'Aceros del Norte', loans: 1, amount: 12_000 },
  ...{ claimed: 8000, calculated: 8438.79, difference: 438.79 },
}
const problem = {
  ...{ sheet: 'payments', row: 7, column: 'Fecha', message: 'Escribe la fecha como dd/mm/aaaa' },
}
const preview = { ...sums, companies: [company], loans: [loan], problems_count: 0, problems: [] }
const job = {
  ...{ id: 4, file_name: 'préstamos.xlsx', uploaded_by: 'Ada Paz', approved_by: null, state: 'waiting' },
  ...{
    cut_off_day: '2026-11-20',
    balance_kind: 'amount_due',
    difference_limit: 0,
    accepts_differences: true,
  },
  ...{ loans_done: 0, ...sums, problems: [], approval: 11 },
  ...{ created_at: '2026-11-20T16:00:00Z', finished_at: null },
}
const approval = {
  ...{ id: 11, action: 'loan_import.execute', subject: 'loan_import', subject_id: 4, state: 'open' },
  ...{ title: 'Importar préstamos de otro sistema', amount: 8438.79, person: null, lines: [] },
  ...{ requested_by: 1, requester: 'Ada Paz', requested_at: '2026-11-20T16:00:00Z', deciders: 'admin' },
  ...{ deciders_count: 1, decider: null, decided_at: null, reason: null },
}
const basics = {
  'GET /notification/unread-count': { count: 0 },
  'GET /stp': buildPage(),
  'GET /loan-imports': buildPage(job),
  'GET /loan-imports/4': job,
  'GET /loan-imports/4/loans': buildPage(loan),
}
const file = new File(['x'], 'préstamos.xlsx', {
  type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
})
const pick = async () =>
  userEvent.upload(await screen.findByLabelText('Suelta aquí tu archivo o elígelo'), file)
const request = () => screen.getByRole('button', { name: 'Pedir autorización' })

test('a workbook with a problem shows where it is and what to do, and cannot be asked for', async () => {
  const wrong = { ...preview, problems_count: 1, problems: [problem] }
  answerWith({ ...basics, 'POST /loan-imports/preview': wrong })
  openStaffApp('/importar-prestamos', 'U0')
  await pick()
  const table = within(await screen.findByRole('region', { name: 'Filas por corregir' }))
  expect(table.getByRole('rowheader', { name: 'Pagos, fila 7' })).toBeVisible()
  expect(table.getByText(problem.message)).toBeVisible()
  expect(request()).toBeDisabled()
})

test('a good workbook shows the sums and differences and waits for the second person', async () => {
  const calls = answerWith({
    ...basics,
    'POST /loan-imports/preview': preview,
    'POST /loan-imports': { import: job, approval },
  })
  openStaffApp('/importar-prestamos', 'U0')
  await pick()
  const companies = within(await screen.findByRole('region', { name: 'Totales por empresa' }))
  expect(companies.getByRole('rowheader', { name: 'Aceros del Norte' })).toBeVisible()
  await userEvent.click(request())
  expect(await screen.findByText(/Otro administrador la revisa/)).toBeVisible()
  expect(screen.getByRole('link', { name: 'Ver la solicitud' })).toHaveAttribute(
    'href',
    expect.stringContaining('autorizacion=11'),
  )
  const rows = within(await screen.findByRole('region', { name: 'Conciliación por préstamo' }))
  expect(rows.getByRole('rowheader', { name: 'NOM-00417' })).toBeVisible()
  expect(calls.filter(({ method, path }) => method === 'POST' && path === '/loan-imports')).toHaveLength(1)
})

test('a manager reads that only an admin imports loans', async () => {
  answerWith(basics)
  openStaffApp('/importar-prestamos', 'U1')
  expect(await screen.findByText('Solo un administrador puede importar préstamos.')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Descargar plantilla' })).toBeNull()
})
