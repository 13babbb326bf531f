import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { companyOf } from '../../../test/company.ts'
import { answerWith, buildPage, buildRefusal } from '../../../test/server.ts'
import { openStaffApp } from '../../../test/staff-screen.tsx'
import { endSession } from '../../lib/session.ts'

const basics = {
  'GET /notification/unread-count': { count: 0 },
  'GET /company/': buildPage(companyOf()),
  'GET /company/7': companyOf(),
}

afterEach(() => {
  endSession()
  vi.unstubAllGlobals()
})

type Calls = ReturnType<typeof answerWith>
const lists = (calls: Calls) => calls.filter(({ path }) => path === '/company/')
const dialogOf = async (name: string) => within(await screen.findByRole('dialog', { name }))

test('lists key, name, industry, e-mail, rate and commission [B2.35]', async () => {
  answerWith({
    ...basics,
    'GET /company/': buildPage(companyOf(), companyOf({ id: 8, key: 'NUEVA', interest_rate: null })),
  })
  openStaffApp('/empresas')
  const row = within(await screen.findByRole('row', { name: /TEXNOR/ }))
  for (const text of ['Textiles del Norte', 'Manufactura', 'rh@texnor.mx', '18 %', '$150.00'])
    expect(row.getByText(text)).toBeVisible()
  expect(within(screen.getByRole('row', { name: /NUEVA/ })).getByText('18 % general')).toBeVisible()
  expect(screen.getByText('2 empresas')).toBeVisible()
  const texts = (elements: HTMLElement[]) => elements.map(({ textContent }) => textContent)
  const crumbs = within(screen.getByRole('navigation', { name: 'Ruta' }))
  expect(texts(crumbs.getAllByRole('listitem'))).toEqual(['Dashboard', 'Gestión', 'Empresas'])
  expect(texts(screen.getAllByRole('columnheader'))).toEqual([
    ...['Clave', 'Nombre', 'Industria', 'Correo electrónico', 'Tasa de interés', 'Comisión por anticipo'],
    'Acciones',
  ])
  expect(screen.getByRole('searchbox').getAttribute('placeholder')).toBe('Clave, nombre y correo electrónico')
  expect(screen.getByRole('button', { name: 'NUEVA EMPRESA' })).toBeVisible()
})

test('searches, filters by industry and sorts on the server and keeps the parameters in the URL [B2.35]', async () => {
  const calls = answerWith(basics)
  const router = openStaffApp('/empresas?page=3')
  await screen.findByText('TEXNOR')
  expect(screen.queryByRole('textbox', { name: 'Industria' })).toBeNull() // the industry filter is hidden at first
  await userEvent.click(screen.getByRole('button', { name: 'Filtros' }))
  await userEvent.click(screen.getByRole('combobox', { name: 'Industria' }))
  await userEvent.click(await screen.findByRole('option', { name: 'Manufactura' }))
  await userEvent.type(screen.getByRole('searchbox', { name: 'Escribe tu búsqueda' }), 'norte')
  await userEvent.click(screen.getByRole('button', { name: 'Comisión por anticipo' }))
  const expectedSearch = { industry: 'Manufactura', search: 'norte', ordering: 'commission' }
  await vi.waitFor(() => expect(router.state.location.search).toEqual(expectedSearch), 10_000)
  await vi.waitFor(
    () =>
      expect(Object.fromEntries(lists(calls).at(-1)?.query ?? [])).toEqual({
        ...{ page: '1', page_size: '20' },
        ...expectedSearch,
      }),
    10_000,
  )
})

test('shows an invalid search as invalid and does not send it [B8.27]', async () => {
  const calls = answerWith(basics)
  openStaffApp('/empresas?search=%3C%3E')
  expect(await screen.findByText('Búsqueda inválida')).toBeVisible()
  await screen.findByText('TEXNOR')
  expect(lists(calls).map(({ query }) => query.get('search'))).toEqual([null])
})

test('shows an error and a retry button when the list fails to load [B8.11]', async () => {
  let answer: unknown = buildRefusal(500, 'server.error', 'Algo salió mal. Intenta de nuevo.')
  answerWith({ ...basics, 'GET /company/': () => answer })
  openStaffApp('/empresas')
  expect(await screen.findByText('Error al cargar las compañías')).toBeVisible()
  answer = buildPage()
  await userEvent.click(screen.getByRole('button', { name: 'Reintentar' }))
  expect(await screen.findByText('Aún no hay registros para mostrar')).toBeVisible()
})

test('shows the usual empty text for a search without results, and clears the search', async () => {
  answerWith({ ...basics, 'GET /company/': buildPage() })
  const router = openStaffApp('/empresas?search=nadie')
  expect(await screen.findByText('Aún no hay registros para mostrar')).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Quitar filtros' }))
  await vi.waitFor(() => expect(router.state.location.search).toEqual({}), 10_000)
})

test('opens the detail of a company on click, with a copy button for each field [B2.36]', async () => {
  answerWith(basics)
  const router = openStaffApp('/empresas')
  await userEvent.click(await screen.findByText('Textiles del Norte'))
  const dialog = await dialogOf('Detalles de la empresa')
  expect(await dialog.findByText('Av. Juárez 12, Monterrey')).toBeVisible()
  expect(router.state.location.search).toEqual({ ver: 7 })
  for (const field of ['Clave', 'Nombre', 'Industria', 'Correo electrónico', 'Teléfono', 'Dirección'])
    expect(dialog.getByRole('button', { name: `Copiar ${field}` })).toBeVisible()
  await userEvent.click(dialog.getByRole('button', { name: 'Editar' }))
  await vi.waitFor(() => expect(router.state.location.search).toEqual({ editar: 7 }), 10_000)
  await dialogOf('Editar Empresa') // it loads what it edits
  expect(await screen.findByLabelText(/^Clave/)).toHaveValue('TEXNOR')
})

test('deletes as admin after confirmation and shows the server’s reason when it refuses [B8.43]', async () => {
  const reason = 'No se pudo eliminar la empresa. Tiene 3 usuarios activos.'
  let answer: Response = buildRefusal(409, 'company.has_users', reason)
  const calls = answerWith({ ...basics, 'DELETE /company/7': () => answer })
  openStaffApp('/empresas', 'U0')
  await userEvent.click(await screen.findByRole('button', { name: 'Acciones' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Eliminar' }))
  const dialog = await dialogOf('¿Eliminar empresa?')
  expect(dialog.getByText('Esta acción no se puede deshacer.')).toBeVisible()
  await userEvent.click(dialog.getByRole('button', { name: 'Sí, eliminar' }))
  expect(await screen.findByText(reason)).toBeVisible()
  answer = new Response(null, { status: 204 })
  await userEvent.click(dialog.getByRole('button', { name: 'Sí, eliminar' }))
  expect(await screen.findByText('La empresa fue eliminada.')).toBeVisible()
  expect(calls.filter(({ method }) => method === 'DELETE')).toHaveLength(2)
})

test('offers no delete action to a manager', async () => {
  answerWith(basics)
  openStaffApp('/empresas', 'U1')
  await userEvent.click(await screen.findByRole('button', { name: 'Acciones' }))
  expect(await screen.findByRole('menuitem', { name: 'Editar' })).toBeVisible()
  expect(screen.queryByRole('menuitem', { name: 'Eliminar' })).toBeNull()
})
