import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { answerWith, buildPage, buildRefusal } from '../../../test/server.ts'
import { openStaffApp } from '../../../test/staff-screen.tsx'
import { endSession } from '../../lib/session.ts'

afterEach(() => {
  endSession()
  vi.unstubAllGlobals()
})

const company = {
  id: 4,
  key: 'ACERO1',
  name: 'Aceros del Norte',
  industry: 'Manufactura',
  headquarters_address: 'Calle 1',
  ...{ website: '', email: 'rh@aceros.mx', phone: '5512345678', interest_rate: 0.18, commission: 150 },
  ...{ advance_share: 0.5, advance_cap: null, advance_minimum: 500, tax_rate: 0, tax_added: false },
  ...{ commission_steps: null, advance_cost_ceiling: 0.3, tax_exempt_reason: null },
  ...{ grace_bank_days: 5, version: 1, created_at: '2026-11-20T16:00:00Z' },
}
const counts = { created: 1, updated: 0, unchanged: 0, rejected_count: 1 }
const problem = { field: 'curp', message: 'El CURP no tiene un formato válido. Ejemplo: ABCD901010HDFRLL08' }
const preview = {
  ...{ rows_total: 2, ...counts },
  columns: [
    { header: 'Nombre', field: 'first_name' },
    { header: 'CURP', field: 'curp' },
    { header: 'Notas', field: null },
  ],
  rows: [
    { row: 2, cells: ['Ana', 'RUPM900215MNLXXX05', 'x'], outcome: 'created', problems: [] },
    { row: 3, cells: ['Luis', 'ABC', null], outcome: 'rejected', problems: [problem] },
  ],
  rejected: [{ row: 3, ...problem }],
}
const job = {
  ...{ id: 9, kind: 'users', file_name: 'datos.xlsx', company_name: company.name, rows_total: 2, ...counts },
  created_at: '2026-11-20T16:00:00Z',
  finished_at: '2026-11-20T16:00:09Z',
  state: 'finished',
  rows_done: 2,
}
const basics = {
  'GET /notification/unread-count': { count: 0 },
  'GET /stp': buildPage(),
  'GET /company': buildPage(company),
  'GET /imports': buildPage(job),
}
const file = new File(['x'], 'datos.xlsx', {
  type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
})

const pick = async (chosen: File) =>
  userEvent.upload(await screen.findByLabelText('Suelta aquí tu archivo o elígelo'), chosen, {
    applyAccept: false,
  })
const send = () => screen.getByRole('button', { name: 'Subir archivo' })

async function chooseCompany() {
  await userEvent.click(await screen.findByRole('combobox', { name: /Empresa/ }))
  await userEvent.click(await screen.findByRole('option', { name: company.name }))
}

test('users: requires a company, then previews the file with each error at its cell', async () => {
  const calls = answerWith({
    ...basics,
    'POST /auth/upload-users/': { ok: true, message: 'Revisa', job: null, preview },
  })
  openStaffApp('/subir-usuarios')
  await pick(file)
  expect(await screen.findByText('Debe seleccionar una empresa antes de subir el archivo.')).toBeVisible()
  await userEvent.click(send())
  expect(calls.filter(({ method }) => method === 'POST')).toEqual([])
  await chooseCompany()
  const table = within(await screen.findByRole('region', { name: 'Primeras filas del archivo' }))
  expect(table.getByText(problem.message)).toBeVisible()
  expect(table.getByText('No se usa')).toBeVisible()
  expect(table.getByText('Rechazada')).toBeVisible()
  expect(screen.queryByText('Debe seleccionar una empresa antes de subir el archivo.')).toBeNull()
  expect(calls.filter(({ method }) => method === 'POST').map(({ query }) => query.get('preview'))).toEqual([
    '1',
  ])
})

test('users: shows the progress and result of the import and offers the rejected rows [B2.37]', async () => {
  const calls = answerWith({
    ...basics,
    'POST /auth/upload-users/': ({ query }: { query: URLSearchParams }) =>
      query.has('preview')
        ? { ok: true, message: 'Revisa', job: null, preview }
        : { ok: true, message: 'Recibimos el archivo.', job: 9 },
    'GET /imports/9': { ...job, rejected: preview.rejected },
  })
  const router = openStaffApp('/subir-usuarios')
  await chooseCompany()
  await pick(file)
  await userEvent.dblClick(send())
  expect(await screen.findByText('Recibimos el archivo.')).toBeVisible()
  expect(calls.filter(({ method, query }) => method === 'POST' && !query.has('preview'))).toHaveLength(1)
  expect(await screen.findByText('1 fila por corregir')).toBeVisible()
  expect(router.state.location.search).toEqual({ carga: 9 })
  const rejected = within(screen.getByRole('region', { name: 'Filas rechazadas' }))
  expect(rejected.getByText(problem.message)).toBeVisible()
  expect(screen.getByRole('button', { name: 'Descargar rechazadas' })).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Subir otro archivo' }))
  expect(await screen.findByText('Suelta aquí tu archivo o elígelo')).toBeVisible()
})

test('companies: enables the button with a file, shows the server’s error and clears the file [B2.38]', async () => {
  const answers = { ...basics, 'GET /imports': buildPage() }
  answerWith({
    ...answers,
    'POST /company/upload-company': { ok: false, error: 'El archivo contiene macros.' },
  })
  openStaffApp('/subir-empresas', 'U0')
  await waitFor(() => expect(send()).toBeDisabled())
  await pick(file)
  expect(await screen.findByText('datos.xlsx')).toBeVisible()
  await userEvent.click(send())
  expect(await screen.findByText('El archivo contiene macros.')).toBeVisible()
  await waitFor(() => expect(screen.queryByText('datos.xlsx')).toBeNull())
  expect(send()).toBeDisabled()

  const failure = 'Ocurrió un error al intentar subir el archivo, revise que sea válido'
  answerWith({
    ...answers,
    'POST /company/upload-company': buildRefusal(500, 'server.error', 'Algo salió mal.'),
  })
  await pick(file)
  await userEvent.click(send())
  expect(await screen.findByText(failure)).toBeVisible()
  await waitFor(() => expect(screen.queryByText('datos.xlsx')).toBeNull())
  await pick(new File(['x'], 'datos.txt', { type: 'text/plain' }))
  expect(await screen.findByText('Solo se admiten archivos .xls y .xlsx.')).toBeVisible()
  expect(screen.queryByText(failure)).toBeNull()
})

test('companies: shows a manager that only admins can upload companies', async () => {
  const calls = answerWith(basics)
  openStaffApp('/subir-empresas', 'U1')
  expect(await screen.findByText('Solo un administrador puede subir empresas.')).toBeVisible()
  for (const name of ['Subir archivo', 'Descargar plantilla'])
    expect(screen.queryByRole('button', { name })).toBeNull()
  expect(calls.some(({ path }) => path === '/imports')).toBe(false)
})

test('refuses a file that is no spreadsheet', async () => {
  answerWith(basics)
  openStaffApp('/subir-usuarios')
  await pick(new File(['x'], 'datos.pdf', { type: 'application/pdf' }))
  expect(await screen.findByText('Solo se admiten archivos .xls y .xlsx.')).toBeVisible()
  expect(screen.queryByText('datos.pdf')).toBeNull()
})

test('shows the progress of a running import', async () => {
  answerWith({
    ...basics,
    'GET /imports/9': {
      ...job,
      state: 'running',
      rows_total: 20_000,
      rows_done: 1250,
      finished_at: null,
      rejected: [],
    },
  })
  openStaffApp('/subir-usuarios?carga=9')
  expect(await screen.findByText(/1,250 de 20,000 filas/)).toBeVisible()
  expect(screen.getByRole('progressbar', { name: 'Avance de la carga' }).getAttribute('aria-valuenow')).toBe(
    '6.25',
  )
})
