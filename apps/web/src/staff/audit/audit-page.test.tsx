import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { answerWith, buildPage, buildRefusal } from '../../../test/server.ts'
import { openStaffApp } from '../../../test/staff-screen.tsx'
import { endSession } from '../../lib/session.ts'

const checked = {
  ...{ asked_at: '2026-11-16T09:50:00Z', finished_at: '2026-11-16T09:50:01Z' },
  ...{ checked: 1234, broken_audit_id: null, broken_kind: null },
}
const basics = { 'GET /notification/unread-count': { count: 0 }, 'GET /audit/chain': checked }

const rowOf = (fields: object = {}) => ({
  ...{
    id: 5,
    user: 2,
    user_name: 'Ada Ruiz',
    api_token: null,
    action: 'company.updated',
    subject: 'company',
  },
  ...{ subject_id: '9', subject_name: 'Textiles del Norte', ip: '10.1.2.3', hash: 'ab'.repeat(32) },
  before: { name: 'Textiles', commission_cents: 15_000, has_all_documents: false, phone: null },
  after: { name: 'Textiles del Norte', commission_cents: 15_000, has_all_documents: true, phone: null },
  device: 'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/131.0 Safari/537.36',
  created_at: '2026-11-16T18:00:00Z',
  ...fields,
})

afterEach(() => {
  endSession()
  vi.unstubAllGlobals()
})

const lists = (calls: ReturnType<typeof answerWith>) => calls.filter(({ path }) => path === '/audit')

test('lists user, action, subject and device of each audit entry in Spanish', async () => {
  const system = rowOf({ id: 6, user: null, user_name: null, action: 'loan.expire', subject: 'loan' })
  answerWith({
    ...basics,
    'GET /audit': buildPage(rowOf(), { ...system, subject_name: 'C-000012', device: null }),
  })
  openStaffApp('/auditoria', 'U0')
  const row = within(await screen.findByRole('row', { name: /Ada Ruiz/ }))
  for (const text of ['16/11/2026 - 12:00', 'Editó una empresa', 'Chrome en Windows', '10.1.2.3'])
    expect(row.getByText(text)).toBeVisible()
  expect(within(screen.getByRole('row', { name: /Sistema/ })).getByText('La oferta venció')).toBeVisible()
  expect(screen.getByText(/1,234 registros verificados el 16 de noviembre, 03:50/)).toBeVisible()
})

test('shows values before and after in the detail, changed fields first', async () => {
  answerWith({ ...basics, 'GET /audit': buildPage(rowOf()) })
  const router = openStaffApp('/auditoria', 'U0')
  await userEvent.click(await screen.findByRole('row', { name: /Ada Ruiz/ }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Editó una empresa' }))
  const rows = within(dialog.getByRole('table')).getAllByRole('row').slice(1)
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    'NombreTextilesTextiles del Norte',
    'Documentos completosNoSí',
    'Comisión$150.00$150.00',
  ])
  expect(rows.map(({ dataset }) => dataset.changed)).toEqual(['true', 'true', 'false'])
  await userEvent.click(dialog.getByRole('button', { name: 'Toda su historia' }))
  await vi.waitFor(
    () => expect(router.state.location.search).toEqual({ subject: 'company', subject_id: 9 }),
    10_000,
  )
})

test('names every value of a comparison in Spanish and shows no empty fact', async () => {
  const total = { count: 2, amount: 1_250_050 }
  const side = { sent: total, settled: total, back: { count: 0, amount: 0 } }
  const row = rowOf({
    ...{ user: null, user_name: null, ip: null, device: null },
    ...{ action: 'reconciliation.done', subject: 'reconciliation', subject_id: null, subject_name: null },
    before: null,
    after: {
      ...{
        operation_date: '2026-11-20',
        run: 3,
        totals: { ours: side, stp: side, ledger: side, received: null },
      },
      ...{ open: 1, fresh: 1, gone: 0, settled: 0, in_doubt: 4 },
    },
  })
  answerWith({ ...basics, 'GET /audit': buildPage(row) })
  openStaffApp('/auditoria', 'U0')
  await userEvent.click(await screen.findByRole('row', { name: /Sistema/ }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Se concilió un día con STP' }))
  const names = within(dialog.getByRole('table')).getAllByRole('rowheader')
  expect(
    names.map(({ textContent }) => textContent).filter((name) => /[a-z]_|run|gone|fresh|back/.test(name)),
  ).toEqual([])
  expect(dialog.getAllByText('$12,500.50')).toHaveLength(6)
  expect(dialog.queryByText('—')).toBeNull()
})

test('filters by action, subject, days and text and keeps the filters in the URL', async () => {
  const calls = answerWith({ ...basics, 'GET /audit': buildPage(rowOf()) })
  const router = openStaffApp('/auditoria', 'U0')
  await userEvent.click(await screen.findByLabelText('Acción', { selector: 'input' }))
  await userEvent.click(await screen.findByRole('option', { name: 'Anuló un pago' }))
  await userEvent.click(screen.getByLabelText('Sobre', { selector: 'input' }))
  await userEvent.click(await screen.findByRole('option', { name: 'Pago' }))
  await userEvent.type(screen.getByLabelText('Desde'), '2026-11-16')
  await userEvent.type(screen.getByLabelText('Hasta'), '2026-11-15')
  expect(await screen.findByText('Es anterior a «Desde»')).toBeVisible()
  await userEvent.type(screen.getByRole('searchbox'), 'C-0001')
  const filters = { action: 'payment.reversed', subject: 'payment', from: '2026-11-16', to: '2026-11-15' }
  await vi.waitFor(
    () => expect(router.state.location.search).toEqual({ ...filters, search: 'C-0001' }),
    10_000,
  )
  await vi.waitFor(
    () =>
      expect(Object.fromEntries(lists(calls).at(-1)?.query ?? [])).toEqual({
        ...{ page: '1', page_size: '20', ordering: '-created_at' },
        ...{ ...filters, search: 'C-0001' },
      }),
    10_000,
  )
  await userEvent.click(screen.getByRole('button', { name: 'Quitar filtros' }))
  await vi.waitFor(() => expect(router.state.location.search).toEqual({}), 10_000)
})

test('searches people on the server, and only after the field is opened', async () => {
  const person = { id: 2, first_name: 'Ada', last_name: 'Ruiz', email: 'ada@demo.mx' }
  const calls = answerWith({ ...basics, 'GET /audit': buildPage(rowOf()), 'GET /auth/users': buildPage() })
  openStaffApp('/auditoria', 'U0')
  await screen.findByText('Editó una empresa')
  expect(calls.some(({ path }) => path === '/auth/users')).toBe(false)
  await userEvent.type(screen.getByLabelText('Quién', { selector: 'input' }), person.first_name)
  await vi.waitFor(
    () =>
      expect(
        calls
          .filter(({ path }) => path === '/auth/users')
          .at(-1)
          ?.query.get('search'),
      ).toBe('Ada'),
    10_000,
  )
  expect(await screen.findByText('Nadie coincide')).toBeVisible()
})

test('checks the chain on request and shows the broken entry with what to do', async () => {
  let check: object = {
    asked_at: null,
    finished_at: null,
    checked: null,
    broken_audit_id: null,
    broken_kind: null,
  }
  const calls = answerWith({
    ...basics,
    'GET /audit': buildPage(),
    'GET /audit/chain': () => check,
    'POST /audit/chain': () => {
      check = { ...checked, checked: 6, broken_audit_id: 7, broken_kind: 'changed' }
      return { ...checked, finished_at: null, checked: null }
    },
  })
  openStaffApp('/auditoria', 'U0')
  expect(await screen.findByText('La cadena aún no se ha verificado.')).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Verificar cadena' }))
  expect(await screen.findByText(/Verificando la cadena/)).toBeVisible()
  expect(await screen.findByText('La cadena está rota en el registro 7.')).toBeVisible()
  expect(calls.filter(({ method }) => method === 'POST')).toHaveLength(1)
})

test('names no row when a file or a trigger of the trail was changed', async () => {
  const chain = { ...checked, broken_audit_id: 0, broken_kind: 'added' }
  answerWith({ ...basics, 'GET /audit': buildPage(), 'GET /audit/chain': chain })
  openStaffApp('/auditoria', 'U0')
  expect(await screen.findByText('El registro ya no está protegido como debe.')).toBeVisible()
  expect(screen.queryByText(/registro 0/)).toBeNull()
})

test('shows a message for an empty result and an error when loading fails', async () => {
  answerWith({ ...basics, 'GET /audit': buildPage() })
  openStaffApp('/auditoria', 'U0')
  expect(await screen.findByText('Ningún registro coincide')).toBeVisible()
  endSession()
  answerWith({
    ...basics,
    'GET /audit': buildRefusal(500, 'server.error', 'Algo salió mal. Intenta de nuevo.'),
  })
  openStaffApp('/auditoria', 'U0')
  expect(await screen.findByText('No se pudo cargar la auditoría.')).toBeVisible()
})

test('shows a manager that the section is for admins and loads nothing', async () => {
  const calls = answerWith(basics)
  openStaffApp('/auditoria', 'U1')
  expect(await screen.findByText('Esta sección es de administración')).toBeVisible()
  expect(lists(calls)).toEqual([])
})
