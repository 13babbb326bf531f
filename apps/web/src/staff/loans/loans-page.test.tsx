import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { companyOf } from '../../../test/company.ts'
import { loanDetailOf, loanItemOf } from '../../../test/loan.ts'
import { answerWith, buildPage, buildRefusal } from '../../../test/server.ts'
import { openStaffApp } from '../../../test/staff-screen.tsx'
import { endSession } from '../../lib/session.ts'

const basics = { 'GET /notification/unread-count': { count: 0 } }
const credit = loanItemOf('requested')
const late = loanItemOf('overdue', { id: 124, folio: 'C-000124', amount_due: 500 })
const deletable = loanItemOf('requested', { deletable: true })

afterEach(() => {
  endSession()
  vi.unstubAllGlobals()
})

const lists = (calls: ReturnType<typeof answerWith>) => calls.filter(({ path }) => path === '/loan')

test('lists applicant, amount, rate and date of each request [B2.18]', async () => {
  answerWith({ ...basics, 'GET /loan': buildPage(credit, late) })
  openStaffApp('/creditos')
  const row = within(await screen.findByRole('row', { name: /C-000123/ }))
  for (const text of [
    'María López',
    'Textiles del Norte',
    'En análisis',
    '$12,000.00',
    '$13,200.00',
    '18 %',
    '12 meses',
    '14/11/2026',
    '12:05',
  ])
    expect(row.getByText(text)).toBeVisible()
  const other = within(screen.getByRole('row', { name: /C-000124/ }))
  expect(other.getByText('Aprobado')).toBeVisible()
  expect(other.getByText('Retrasado')).toBeVisible()
  expect(screen.getByText('2 solicitudes')).toBeVisible()
})

test.each([
  ['/creditos', ['Tasa de interés']],
  ['/anticipos', []],
])(
  '§2 request lists, %s: breadcrumb, search with its helper, status filter and columns [B2.18]',
  async (path, own) => {
    answerWith({ ...basics, 'GET /loan': buildPage(credit) })
    openStaffApp(path)
    await screen.findByText('C-000123')
    const texts = (elements: HTMLElement[]) => elements.map(({ textContent }) => textContent)
    const crumbs = within(screen.getByRole('navigation', { name: 'Ruta' }))
    expect(texts(crumbs.getAllByRole('listitem'))).toEqual(['Dashboard', 'Gestión'])
    expect(screen.getByRole('searchbox').getAttribute('placeholder')).toBe('Nombre del cliente, folio')
    const radios = within(screen.getByRole('group', { name: 'Estatus' })).getAllByRole('radio')
    expect(radios.map((radio) => radio.closest('label')?.textContent)).toEqual([
      ...['Todo', 'En análisis', 'Rechazado', 'Aprobado'],
    ])
    expect(texts(screen.getAllByRole('columnheader'))).toEqual([
      ...['', 'Usuario', 'Folio', 'Estatus', 'Monto', 'Deuda total', 'Deuda actual', 'VenceDías de atraso'],
      ...[...own, 'Periodo', 'Fecha de solicitud', 'Acciones'],
    ])
  },
)

test('§2 request lists: shows a text when nothing matches, and a button that removes the filters [B2.23]', async () => {
  answerWith({
    ...basics,
    'GET /loan': ({ query }: { query: URLSearchParams }) =>
      query.has('search') || query.has('status') ? buildPage() : buildPage(credit),
  })
  openStaffApp('/creditos?search=nadie&status=REJ')
  expect(await screen.findByText('Aún no hay registros para mostrar')).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Quitar filtros' }))
  expect(await screen.findByText('C-000123')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Quitar filtros' })).toBeNull()
})

test('lists advances without a rate column [B2.18]', async () => {
  const advance = loanItemOf('approved', { type: 'advance', folio: 'A-000123', period: '5 días' })
  const calls = answerWith({ ...basics, 'GET /loan': buildPage(advance) })
  openStaffApp('/anticipos')
  expect(await screen.findByText('5 días')).toBeVisible()
  expect(screen.queryByRole('columnheader', { name: 'Tasa de interés' })).toBeNull()
  expect(lists(calls)[0]?.query.get('type')).toBe('advance')
})

test('filters, searches and sorts on the server and keeps the parameters in the URL [B2.18]', async () => {
  const calls = answerWith({ ...basics, 'GET /loan': buildPage(credit) })
  const router = openStaffApp('/creditos?page=3')
  await screen.findByText('C-000123')
  await userEvent.click(screen.getByRole('radio', { name: 'Rechazado' }))
  await userEvent.type(screen.getByRole('searchbox', { name: 'Escribe tu búsqueda' }), 'lópez')
  await userEvent.click(screen.getByRole('button', { name: 'Monto' }))
  await vi.waitFor(
    () =>
      expect(router.state.location.search).toEqual({ status: 'REJ', search: 'lópez', ordering: 'amount' }),
    10_000,
  )
  await vi.waitFor(() => {
    const last = Object.fromEntries(lists(calls).at(-1)?.query ?? [])
    expect(last).toEqual({
      type: 'credit',
      page: '1',
      page_size: '20',
      status: 'REJ',
      search: 'lópez',
      ordering: 'amount',
    })
  }, 10_000)
  const searches = lists(calls).map(({ query }) => query.get('search'))
  expect(searches.filter((text) => text !== null && text !== 'lópez')).toEqual([]) // waits for a pause in typing
})

test('a search with too many results says that there are more', async () => {
  answerWith({ ...basics, 'GET /loan': { ...buildPage(credit), count: 10_000, count_capped: true } })
  openStaffApp('/creditos?search=lopez')
  expect(await screen.findByText('más de 10,000 solicitudes')).toBeVisible()
  expect(screen.getByText('1–20 de más de 10,000')).toBeVisible()
})

test('shows an error with a retry button when loading fails, and a text for an empty list [B2.23 B8.7]', async () => {
  let answer: unknown = buildRefusal(500, 'server.error', 'Algo salió mal. Intenta de nuevo.')
  answerWith({ ...basics, 'GET /loan': () => answer })
  openStaffApp('/creditos')
  expect(await screen.findByText('Error al obtener los créditos.')).toBeVisible()
  answer = buildPage()
  await userEvent.click(screen.getByRole('button', { name: 'Reintentar' }))
  expect(await screen.findByText('Aún no hay registros para mostrar')).toBeVisible()
})

test('opens the detail on a click on the row', async () => {
  answerWith({ ...basics, 'GET /loan': buildPage(credit) })
  const router = openStaffApp('/creditos')
  await userEvent.click(await screen.findByText('María López'))
  await vi.waitFor(() => expect(router.state.location.pathname).toBe('/detalle-credito/123'), 10_000)
})

test('deletes a credit as admin after confirmation', async () => {
  const calls = answerWith({
    ...basics,
    'GET /loan': buildPage(deletable),
    'DELETE /loan/123': () => new Response(null, { status: 204 }),
  })
  openStaffApp('/creditos', 'U0')
  await userEvent.click(await screen.findByRole('button', { name: 'Acciones' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Eliminar solicitud' }))
  const dialog = within(await screen.findByRole('dialog', { name: '¿Eliminar crédito?' }))
  expect(dialog.getByText('Esta acción no se puede deshacer.')).toBeVisible()
  expect(dialog.getByText('C-000123 · María López')).toBeVisible()
  expect(dialog.getByRole('button', { name: 'Cancelar' })).toBeVisible()
  await userEvent.click(dialog.getByRole('button', { name: 'Sí, eliminar' }))
  expect(await screen.findByText('El crédito fue eliminado exitosamente.')).toBeVisible()
  expect(calls.filter(({ method }) => method === 'DELETE')).toHaveLength(1)
})

test.each([
  ['to a manager', deletable, 'U1'],
  ['of a loan that the server would not delete', late, 'U0'],
] as const)('offers no delete action %s', async (_, loan, user_type) => {
  answerWith({ ...basics, 'GET /loan': buildPage(loan) })
  openStaffApp('/creditos', user_type)
  await userEvent.click(await screen.findByRole('button', { name: 'Acciones' }))
  expect(await screen.findByRole('menuitem', { name: 'Ver solicitud' })).toBeVisible()
  expect(screen.queryByRole('menuitem', { name: 'Eliminar solicitud' })).toBeNull()
})

test('opens the edit form of a credit in analysis from its row, not of a decided one', async () => {
  const requestedLoan = loanItemOf('requested')
  answerWith({
    ...basics,
    'GET /loan': buildPage(requestedLoan, late),
    'GET /loan/123': loanDetailOf('requested'),
  })
  openStaffApp('/creditos')
  const [first, second] = await screen.findAllByRole('button', { name: 'Acciones' })
  await userEvent.click(second ?? document.body)
  expect(await screen.findByRole('menuitem', { name: 'Ver solicitud' })).toBeVisible()
  expect(screen.queryByRole('menuitem', { name: 'Editar solicitud' })).toBeNull()
  await userEvent.keyboard('{Escape}')
  await userEvent.click(first ?? document.body)
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Editar solicitud' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Editar solicitud' }))
  expect(await dialog.findByLabelText('Monto')).toHaveValue('$12,000')
})

test('shows the server’s reason when it refuses to delete', async () => {
  const reason = 'No se pudo eliminar el crédito. Ya tuvo una orden de pago.'
  answerWith({
    ...basics,
    'GET /loan': buildPage(deletable),
    'DELETE /loan/123': buildRefusal(409, 'loan.has_transfer', reason),
  })
  openStaffApp('/creditos', 'U0')
  await userEvent.click(await screen.findByRole('button', { name: 'Acciones' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Eliminar solicitud' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Sí, eliminar' }))
  expect(await screen.findByText(reason)).toBeVisible()
})

test('filters by situation with the number of loans in each, and Back removes the filter', async () => {
  const doubtful = loanItemOf('overdue', { id: 125, folio: 'C-000125', in_clarification: true })
  const situations = { requested: 3, in_review: 1, overdue: 1204 }
  const calls = answerWith({ ...basics, 'GET /loan': { ...buildPage(doubtful), situations } })
  const router = openStaffApp('/creditos')
  const row = within(await screen.findByRole('row', { name: /C-000125/ }))
  expect(row.getByText('En revisión')).toBeVisible()
  expect(row.queryByText('Retrasado')).toBeNull()
  const chips = within(screen.getByRole('group', { name: 'Situación' }))
  const labels = chips.getAllByRole('radio').map((radio) => radio.closest('label')?.textContent)
  expect(labels).toEqual(['Todas1,208', 'En análisis3', 'Retrasado1,204', 'En revisión1'])
  await userEvent.click(chips.getByRole('radio', { name: /En revisión/ }))
  await vi.waitFor(() => expect(router.state.location.search).toEqual({ situation: 'in_review' }))
  await vi.waitFor(() => expect(lists(calls).at(-1)?.query.get('situation')).toBe('in_review'))
  router.history.back()
  await vi.waitFor(() => expect(router.state.location.search).toEqual({}))
})

test('a link to the loans in clarification shows the filter and can remove it', async () => {
  answerWith({ ...basics, 'GET /loan': buildPage(late) })
  const router = openStaffApp('/creditos?in_clarification=true')
  await userEvent.click(await screen.findByRole('button', { name: 'Quitar filtro: en aclaración' }))
  expect(router.state.location.search).toEqual({})
})

test('shows what is owed, when it is due and the days late of a loan in force only', async () => {
  const owing = { amount_due: 5432.1, next_payment_date: '2026-10-31', days_late: 20 }
  const rejected = loanItemOf('rejected', { next_payment_date: '2026-12-15' })
  answerWith({ ...basics, 'GET /loan': buildPage(rejected, { ...late, ...owing }) })
  openStaffApp('/creditos')
  const row = within(await screen.findByRole('row', { name: /C-000124/ }))
  for (const text of ['$5,432.10', '31/10/2026', '20 días']) expect(row.getByText(text)).toBeVisible()
  const other = within(screen.getByRole('row', { name: /C-000123/ }))
  expect(other.queryByText('15/12/2026')).toBeNull()
  expect(other.getAllByText('—')).toHaveLength(2)
})

test('exports a month of one company: the file has the list’s company and days', async () => {
  const company = { id: 5, name: 'Textiles del Norte' }
  const calls = answerWith({
    ...basics,
    'GET /loan': buildPage(credit),
    'GET /company': buildPage(companyOf(company)),
    'GET /company/5': companyOf(company),
    'GET /loan/export': () => new Response('PK'),
  })
  const router = openStaffApp('/creditos')
  await screen.findByText('C-000123')
  expect(calls.some(({ path }) => path.startsWith('/company'))).toBe(false)
  await userEvent.click(screen.getByRole('combobox', { name: 'Filtrar por empresa' }))
  await userEvent.click(await screen.findByRole('option', { name: 'Textiles del Norte' }, { timeout: 5000 }))
  await userEvent.click(screen.getByRole('button', { name: 'Mes pasado' }))
  const { company: id, from, to } = Object.fromEntries(new URLSearchParams(router.state.location.searchStr))
  expect(id).toBe('5')
  await userEvent.click(screen.getByRole('button', { name: 'Exportar' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Excel (.xlsx)' }))
  await vi.waitFor(() => expect(calls.some(({ path }) => path === '/loan/export')).toBe(true))
  const sent = Object.fromEntries(calls.find(({ path }) => path === '/loan/export')?.query ?? [])
  expect(sent).toMatchObject({ type: 'credit', company: '5', from, to, format: 'xlsx' })
  await vi.waitFor(() =>
    expect(screen.getByRole('combobox', { name: 'Filtrar por empresa' })).toHaveValue('Textiles del Norte'),
  )
})
