import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { loanItemOf } from '../../../test/loan.ts'
import { answerWith, buildPage, buildRefusal } from '../../../test/server.ts'
import { openStaffApp } from '../../../test/staff-screen.tsx'
import { userOf } from '../../../test/user.ts'
import { endSession } from '../../lib/session.ts'
import { mayResetTwoFactor } from './permissions.ts'

const ana = userOf({
  ...{ ine: '1234567890123', curp: 'RETA900101MDFRLL08', rfc: 'RETA900101AB1', phone: '5512345678' },
  ...{ address: 'Calle 5', state: 'Jalisco', zip_code: '44100', neighborhood: 'Centro' },
  ...{ company_name: 'Textiles del Norte', bank: '40012', debit_card_number: '012180000000000015' },
  ...{ has_credit: true, has_request_advance: true },
})
const luis = userOf({
  id: 8,
  first_name: 'Luis',
  email: 'luis@ejemplo.mx',
  user_type: 'U1',
  type: 'Gerente',
  is_staff: true,
})
const basics = {
  'GET /notification/unread-count': { count: 0 },
  'GET /auth/users': buildPage(ana, luis),
  'GET /auth/user/7': ana,
  'GET /auth/user/8': luis,
}

afterEach(() => {
  endSession()
  vi.unstubAllGlobals()
})

const dialog = () => screen.findByRole('dialog', { name: 'Detalles del Usuario' })

test('§2 user detail: shows a worker’s badges and a copy button for each value [B2.32]', async () => {
  answerWith(basics)
  openStaffApp('/usuarios?ver=7')
  const detail = within(await dialog())
  const badges = within(await detail.findByRole('list', { name: 'Situación del usuario' }))
  for (const badge of [
    'Crédito activo',
    'Sin anticipo activo',
    'Documentación completa',
    'Sin solicitud de crédito',
    'Solicitud de anticipo',
  ])
    expect(badges.getByText(badge)).toBeVisible()
  const copies = detail.getAllByRole('button', { name: /^Copiar / })
  expect(copies.map((button) => button.getAttribute('aria-label'))).toEqual(
    [
      ...['Nombre', 'Correo electrónico', 'INE', 'CURP', 'RFC', 'Dirección', 'Estado', 'Código postal'],
      ...['Colonia', 'Teléfono', 'Empresa', 'Banco', 'Número de tarjeta de débito'],
    ].map((field) => `Copiar ${field}`),
  )
  const user = userEvent.setup()
  await user.click(detail.getByRole('button', { name: 'Copiar CURP' }))
  expect(await navigator.clipboard.readText()).toBe('RETA900101MDFRLL08')
})

test('§2 user detail: shows the user’s picture beside the name', async () => {
  answerWith({ ...basics, 'GET /auth/user/7': { ...ana, picture: '/auth/picture/5f0c' } })
  openStaffApp('/usuarios?ver=7')
  const pictureImage = await within(await dialog()).findByRole('img', { name: 'Foto de Ana Lucía Reyes' })
  expect(pictureImage.getAttribute('src')).toMatch(/\/api\/auth\/picture\/5f0c$/)
})

test('§2 user detail: lists five loans a page with Anterior and Siguiente, Ver opens the request [B2.33 B3.9 B7.25 B9.8]', async () => {
  const page = (folio: string) => ({ ...buildPage(loanItemOf('overdue', { folio })), count: 7 })
  const calls = answerWith({
    ...basics,
    'GET /loan': ({ query }: { query: URLSearchParams }) =>
      page(query.get('page') === '1' ? 'C-000123' : 'C-000045'),
  })
  const router = openStaffApp('/usuarios?ver=7')
  await userEvent.click(await screen.findByRole('tab', { name: 'Órdenes' }))
  const row = within(await screen.findByRole('row', { name: /C-000123/ }))
  for (const text of ['Crédito', 'Retrasado', '$12,000.00', '$13,200.00', '15/12/2026'])
    expect(row.getByText(text)).toBeVisible()
  expect(screen.getByRole('button', { name: 'Anterior' })).toBeDisabled()
  await userEvent.click(screen.getByRole('button', { name: 'Siguiente' }))
  expect(await screen.findByText('C-000045')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Siguiente' })).toBeDisabled()
  const queries = calls.filter(({ path }) => path === '/loan').map(({ query }) => Object.fromEntries(query))
  const shared = { user__id: '7', page_size: '5', ordering: '-created_at' }
  expect(queries).toEqual([
    { ...shared, page: '1' },
    { ...shared, page: '2' },
  ])
  await userEvent.click(screen.getByRole('link', { name: 'Ver C-000045' }))
  await vi.waitFor(() => expect(router.state.location.pathname).toBe('/detalle-credito/123'), 10_000)
})

test('§2 user detail: opens documents in a new tab [B2.34]', async () => {
  const file = { id: 1, kind: 'INE', filename: 'INE', file: '/archivo', created_at: '2026-11-14T18:05:00Z' }
  const document = {
    ...file,
    user: 7,
    loan: null,
    size_bytes: 9,
    sha256: 'ab',
    review: 'pending',
    reason: null,
  }
  answerWith({ ...basics, 'GET /documents/': buildPage(document) })
  openStaffApp('/usuarios?ver=7')
  await userEvent.click(await screen.findByRole('tab', { name: 'Documentos' }))
  const link = await screen.findByRole('link', { name: /INE\.pdf/ })
  expect([link.getAttribute('href'), link.getAttribute('target')]).toEqual(['/archivo', '_blank'])
})

test('§8 user detail: shows a text without documents and an error when they fail to load [B2.34 B8.14]', async () => {
  let answer: unknown = buildRefusal(500, 'server.error', 'Algo salió mal. Intenta de nuevo.')
  answerWith({ ...basics, 'GET /documents/': () => answer })
  openStaffApp('/usuarios?ver=7')
  await userEvent.click(await screen.findByRole('tab', { name: 'Documentos' }))
  expect(
    await screen.findByText('Ocurrió un error al intentar obtener los documentos del usuario'),
  ).toBeVisible()
  answer = buildPage()
  await userEvent.click(screen.getByRole('button', { name: 'Reintentar' }))
  expect(await screen.findByText('No hay documentos por mostrar')).toBeVisible()
})

test('§6 user detail: shows orders, documents and bank data for workers only [B6.5]', async () => {
  answerWith(basics)
  openStaffApp('/usuarios?ver=8', 'U0')
  const detail = within(await dialog())
  expect(await detail.findByText('Gerente')).toBeVisible()
  expect(detail.getByText('N-A')).toBeVisible()
  expect(detail.getAllByRole('tab').map((tab) => tab.textContent)).toEqual(['Información', 'Actividad'])
  expect(detail.queryByText('Número de tarjeta de débito')).toBeNull()
})

test('keeps the open detail in the URL until it is closed and shows an error for an unknown user', async () => {
  answerWith({
    ...basics,
    'GET /auth/user/8': buildRefusal(404, 'user.not_found', 'No encontramos a esa persona.'),
  })
  const router = openStaffApp('/usuarios?page=2')
  await userEvent.click(await screen.findByText('ana@ejemplo.mx'))
  await dialog()
  expect(router.state.location.search).toEqual({ page: 2, ver: 7 })
  await userEvent.click(screen.getByRole('button', { name: 'Cerrar' }))
  await vi.waitFor(() => expect(router.state.location.search).toEqual({ page: 2 }), 10_000)
  await router.navigate({ to: '/usuarios', search: { ver: 8 } })
  expect(await screen.findByText('Error al obtener la información del usuario')).toBeVisible()
})

test('opens the form from the detail with freshly loaded values', async () => {
  answerWith(basics)
  openStaffApp('/usuarios?ver=7')
  await userEvent.click(await within(await dialog()).findByRole('button', { name: 'Editar' }))
  const form = await screen.findByRole('dialog', { name: 'Editar Detalles del Usuario' })
  expect(await within(form).findByDisplayValue(ana.first_name)).toBeVisible()
})

test('§2 user detail: resets two-factor verification as admin; a manager is not offered it', async () => {
  let person = { ...ana, has_two_factor: true }
  const calls = answerWith({
    ...basics,
    'GET /auth/user/7': () => person,
    'DELETE /auth/user/7/two-factor': () => {
      person = ana
      return new Response(null, { status: 204 })
    },
  })
  openStaffApp('/usuarios?ver=7', 'U0')
  await userEvent.click(await screen.findByRole('button', { name: 'Restablecer verificación' }))
  await userEvent.dblClick(await screen.findByRole('button', { name: 'Sí, restablecer' }))
  expect(await screen.findByText('La verificación en dos pasos se restableció.')).toBeVisible()
  expect(calls.filter(({ method }) => method === 'DELETE')).toHaveLength(1)
  expect(mayResetTwoFactor({ id: 1, user_type: 'U1' }, { ...ana, has_two_factor: true })).toBe(false)
  expect(mayResetTwoFactor({ id: 7, user_type: 'U0' }, { ...ana, has_two_factor: true })).toBe(false)
})

const raise = {
  id: 12,
  field: 'salary',
  changed_by: 2,
  author: 'María López',
  changed_at: '2026-11-24T18:00:00Z',
} as const
const approval = { id: 40, requested_by: 2 }

test('says what of a worker is unconfirmed and who wrote it, and opens the request to confirm it', async () => {
  const unconfirmed_changes = [
    { ...raise, approval },
    { ...raise, field: 'account' as const, approval },
    { ...raise, field: 'curp' as const, approval },
  ]
  answerWith({ ...basics, 'GET /auth/user/7': { ...ana, unconfirmed_changes } })
  openStaffApp('/usuarios?ver=7')
  const detail = within(await dialog())
  expect(
    await detail.findByText(/María López registró el 24\/11\/2026: sueldo quincenal, cuenta y CURP\./),
  ).toBeVisible()
  expect(detail.getByRole('link', { name: 'Revisar y confirmar' })).toHaveAttribute(
    'href',
    expect.stringContaining('/autorizaciones?autorizacion=40'),
  )
})

test('says of the user’s own change that another person confirms it, and of a refused one to correct it', async () => {
  const created = { ...raise, field: 'created' as const, changed_by: 1 }
  const unconfirmed_changes = [
    { ...created, approval: { id: 41, requested_by: 1 } },
    { ...raise, approval: null },
  ]
  answerWith({ ...basics, 'GET /auth/user/7': { ...ana, unconfirmed_changes } })
  openStaffApp('/usuarios?ver=7')
  const detail = within(await dialog())
  expect(
    await detail.findByText(/Registraste el 24\/11\/2026: alta\. Otra persona debe confirmarlo\./),
  ).toBeVisible()
  expect(detail.getByRole('link', { name: 'Ver la solicitud' })).toBeVisible()
  expect(detail.getByText(/corrige los datos, o guárdalos otra vez si están bien/)).toBeVisible()
  expect(detail.queryByRole('link', { name: 'Revisar y confirmar' })).toBeNull()
})
