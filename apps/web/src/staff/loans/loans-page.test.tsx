import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
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
  ])
    expect(row.getByText(text)).toBeVisible()
  expect(row.getByText('14/11/2026 - 12:05')).toBeVisible()
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
      ...['Usuario', 'Folio', 'Estatus', 'Monto', 'Deuda total', ...own, 'Periodo', 'Fecha de solicitud'],
      'Acciones',
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

test('filters the loans in clarification, which are neither up to date nor late', async () => {
  const doubtful = loanItemOf('overdue', { id: 125, folio: 'C-000125', in_clarification: true })
  const calls = answerWith({ ...basics, 'GET /loan': buildPage(doubtful) })
  const router = openStaffApp('/creditos')
  const row = within(await screen.findByRole('row', { name: /C-000125/ }))
  expect(row.getByText('En revisión')).toBeVisible()
  expect(row.queryByText('Retrasado')).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'En aclaración' }))
  expect(router.state.location.search).toEqual({ in_clarification: true })
  await vi.waitFor(() => expect(lists(calls).at(-1)?.query.get('in_clarification')).toBe('true'))
  await userEvent.click(screen.getByRole('button', { name: 'Quitar filtro: en aclaración' }))
  expect(router.state.location.search).toEqual({})
})
