import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { answerWith, buildPage, buildRefusal } from '../../../test/server.ts'
import { openStaffApp } from '../../../test/staff-screen.tsx'
import { userOf } from '../../../test/user.ts'
import { endSession } from '../../lib/session.ts'

const basics = { 'GET /notification/unread-count': { count: 0 } }
const terms = {
  ...{ interest_rate: 0.18, commission: 150, commission_steps: null, advance_cost_ceiling: 0.3 },
  ...{ advance_minimum: 500, tax_rate: 0, tax_added: false },
}
const company = { id: 3, key: 'E3', name: 'Textiles del Norte', ...terms }
const ana = userOf({ rfc: 'RETA900101AB1', company, company_name: company.name, is_invited: true })
const luis = userOf({
  ...{ id: 8, first_name: 'Luis', last_name: 'Rey', email: 'luis@ejemplo.mx', key: null },
  ...{ user_type: 'U1', type: 'Gerente', is_staff: true },
})
const done = () => new Response(null, { status: 204 })

afterEach(() => {
  endSession()
  vi.unstubAllGlobals()
})

const lists = (calls: ReturnType<typeof answerWith>) => calls.filter(({ path }) => path === '/auth/users')

async function openMenu(name: RegExp) {
  const row = within(await screen.findByRole('row', { name }))
  await userEvent.click(row.getByRole('button', { name: 'Acciones' }))
}

const menu = async () => (await screen.findAllByRole('menuitem')).map((item) => item.textContent)

test('§2 users list: shows name, e-mail, RFC, type and company, or a text without company [B2.28]', async () => {
  const calls = answerWith({ ...basics, 'GET /auth/users': buildPage(ana, luis) })
  openStaffApp('/usuarios')
  const row = within(await screen.findByRole('row', { name: /Ana Lucía Reyes/ }))
  for (const text of ['ana@ejemplo.mx', 'RETA900101AB1', 'Trabajador', 'Textiles del Norte'])
    expect(row.getByText(text)).toBeVisible()
  expect(row.getByText(/Invitación pendiente/)).toBeVisible()
  const other = within(screen.getByRole('row', { name: /Luis Rey/ }))
  expect(other.getByText('Gerente')).toBeVisible()
  expect(other.getByText('Sin empresa')).toBeVisible()
  expect(screen.getByText('2 usuarios')).toBeVisible()
  const texts = (elements: HTMLElement[]) => elements.map(({ textContent }) => textContent)
  const crumbs = within(screen.getByRole('navigation', { name: 'Ruta' }))
  expect(texts(crumbs.getAllByRole('listitem'))).toEqual(['Dashboard', 'Gestión', 'Usuarios'])
  expect(screen.getByRole('searchbox').getAttribute('placeholder')).toBe('Nombre, clave y correo electrónico')
  const radios = within(screen.getByRole('group', { name: 'Tipo de usuario' })).getAllByRole('radio')
  expect(radios).toHaveLength(4)
  expect(screen.getByRole('button', { name: 'NUEVO USUARIO' })).toBeVisible()
  const query = Object.fromEntries(lists(calls)[0]?.query ?? [])
  expect(query).toEqual({ page: '1', page_size: '20', ordering: '-created_at' })
})

test('§2 users list: filters, searches and sorts on the server and keeps the parameters in the URL [B2.28]', async () => {
  const calls = answerWith({ ...basics, 'GET /auth/users': buildPage(ana) })
  const router = openStaffApp('/usuarios?page=3')
  await screen.findByText('ana@ejemplo.mx')
  await userEvent.click(screen.getByRole('radio', { name: 'Trabajador' }))
  await userEvent.click(screen.getByRole('radio', { name: 'Inactivos' }))
  await userEvent.type(screen.getByRole('searchbox', { name: 'Escribe tu búsqueda' }), 'reyes')
  await userEvent.click(screen.getByRole('button', { name: 'Correo electrónico' }))
  const expectedSearch = { user_type: 'U2', is_active: false, search: 'reyes', ordering: 'email' }
  await vi.waitFor(() => expect(router.state.location.search).toEqual(expectedSearch), 10_000)
  await vi.waitFor(() => {
    const last = Object.fromEntries(lists(calls).at(-1)?.query ?? [])
    expect(last).toEqual({ ...expectedSearch, is_active: 'false', page: '1', page_size: '20' })
  }, 10_000)
  const searches = lists(calls).map(({ query }) => query.get('search'))
  expect(searches.filter((text) => text !== null && text !== 'reyes')).toEqual([]) // waits for a pause in typing
})

test('marks who is unconfirmed and lists only them on request', async () => {
  const calls = answerWith({
    ...basics,
    'GET /auth/users': buildPage({ ...ana, is_unconfirmed: true }, luis),
  })
  const router = openStaffApp('/usuarios')
  const row = within(await screen.findByRole('row', { name: /Ana Lucía Reyes/ }))
  expect(row.getByText('Por confirmar')).toBeVisible()
  expect(within(screen.getByRole('row', { name: /Luis Rey/ })).queryByText('Por confirmar')).toBeNull()
  await userEvent.click(screen.getByRole('radio', { name: 'Por confirmar' }))
  await vi.waitFor(() => expect(router.state.location.search).toEqual({ is_unconfirmed: true }), 10_000)
  await vi.waitFor(() => expect(lists(calls).at(-1)?.query.get('is_unconfirmed')).toBe('true'), 10_000)
  await userEvent.click(screen.getByRole('radio', { name: 'Activos' }))
  await vi.waitFor(() => expect(router.state.location.search).toEqual({}), 10_000)
})

test('§8 users list: shows a text for an empty list, and an error with a retry button [B8.9]', async () => {
  let answer: unknown = buildRefusal(500, 'server.error', 'Algo salió mal. Intenta de nuevo.')
  answerWith({ ...basics, 'GET /auth/users': () => answer })
  openStaffApp('/usuarios')
  expect(await screen.findByText('Error al obtener los usuarios.')).toBeVisible()
  answer = buildPage()
  await userEvent.click(screen.getByRole('button', { name: 'Reintentar' }))
  expect(await screen.findByText('Aún no hay registros para mostrar')).toBeVisible()
})

test('§6 a manager can view all users and edit workers; only admins can delete [B6.7]', async () => {
  answerWith({ ...basics, 'GET /auth/users': buildPage(ana, luis) })
  openStaffApp('/usuarios', 'U1')
  await openMenu(/Luis Rey/)
  expect(await menu()).toEqual(['Ver'])
  await userEvent.keyboard('{Escape}')
  await openMenu(/Ana Lucía/)
  await vi.waitFor(
    async () => expect(await menu()).toEqual(['Ver', 'Editar', 'Enviar invitación de nuevo']),
    10_000,
  )
})

test('§8 an admin deletes a user once, after confirmation [B8.43]', async () => {
  const calls = answerWith({ ...basics, 'GET /auth/users': buildPage(ana), 'DELETE /auth/user/7': done })
  openStaffApp('/usuarios', 'U0')
  await openMenu(/Ana Lucía/)
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Eliminar' }))
  const dialog = within(await screen.findByRole('dialog', { name: '¿Eliminar usuario?' }))
  expect(dialog.getByText('Ana Lucía Reyes')).toBeVisible()
  expect(dialog.getByText('Esta acción no se puede deshacer.')).toBeVisible()
  expect(dialog.getByRole('button', { name: 'Cancelar' })).toBeVisible()
  await userEvent.dblClick(dialog.getByRole('button', { name: 'Sí, eliminar' }))
  expect(await screen.findByText('El usuario fue eliminado.')).toBeVisible()
  expect(calls.filter(({ method }) => method === 'DELETE')).toHaveLength(1)
})

test.each([
  [
    'an open loan, in the server’s words',
    buildRefusal(
      409,
      'user.has_open_loan',
      'No se pudo eliminar el usuario. Tiene un crédito o anticipo abierto.',
    ),
    'No se pudo eliminar el usuario. Tiene un crédito o anticipo abierto.',
  ],
  [
    'an outage',
    buildRefusal(500, 'server.error', 'Algo salió mal. Intenta de nuevo.'),
    'No se pudo eliminar el usuario.',
  ],
])('§8 a delete that fails says why: %s [B8.18]', async (_, refusal, text) => {
  answerWith({ ...basics, 'GET /auth/users': buildPage(ana), 'DELETE /auth/user/7': refusal })
  openStaffApp('/usuarios', 'U0')
  await openMenu(/Ana Lucía/)
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Eliminar' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Sí, eliminar' }))
  expect(await screen.findByText(text)).toBeVisible()
})

test('reactivates a user as admin, and sends an invitation again', async () => {
  const inactiveUser = userOf({ id: 9, first_name: 'Rosa', is_active: false })
  const calls = answerWith({
    ...basics,
    'GET /auth/users': buildPage(ana, inactiveUser),
    'POST /auth/user/9/reactivate': done,
    'POST /auth/user/7/invite': done,
  })
  openStaffApp('/usuarios', 'U0')
  await openMenu(/Rosa/)
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Reactivar' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Sí, reactivar' }))
  expect(await screen.findByText('El usuario fue reactivado.')).toBeVisible()
  await openMenu(/Ana Lucía/)
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Enviar invitación de nuevo' }))
  expect(await screen.findByText('Invitación enviada a ana@ejemplo.mx')).toBeVisible()
  expect(calls.filter(({ method }) => method === 'POST').map(({ path }) => path)).toEqual([
    '/auth/user/9/reactivate',
    '/auth/user/7/invite',
  ])
})
