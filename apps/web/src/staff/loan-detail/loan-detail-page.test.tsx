import { LOAN_STATES, LOAN_TYPES, type LoanState, PAID_OUT_STATES } from '@quincena/domain/loans/rules'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { holdDelays } from '../../../test/hold-delays.ts'
import { activeLoan, loanDetailOf, loanItemOf } from '../../../test/loan.ts'
import { answerWith, buildPage, buildRefusal } from '../../../test/server.ts'
import { openStaffApp } from '../../../test/staff-screen.tsx'
import { userOf } from '../../../test/user.ts'
import { endSession } from '../../lib/session.ts'

const basics = { 'GET /notification/unread-count': { count: 0 } }

afterEach(() => {
  endSession()
  vi.unstubAllGlobals()
})

const commandNames = [
  'Editar',
  'Rechazar',
  'Aprobar',
  'Cancelar envío',
  'Enviar de nuevo',
  'Nuevo pago',
  'Liquidar',
  'Más',
]
const ofCredits = ['Editar', 'Liquidar']
const listOfferedCommands = () =>
  commandNames.filter((name) => screen.queryByRole('button', { name }) !== null)

/**
 * Buttons of the detail in each state. `Más` (delete) is for admins, if the server would delete the loan; editing and payoff exist for credits only.
 */
const commandsByState: Record<LoanState, string[]> = {
  requested: ['Editar', 'Rechazar', 'Aprobar'],
  approved: ['Rechazar'],
  rejected: ['Aprobar'],
  declined: [],
  expired: [],
  cancelled: [],
  disbursing: [],
  active: ['Nuevo pago', 'Liquidar'],
  overdue: ['Nuevo pago', 'Liquidar'],
  completed: [],
  payout_returned: [],
}

/** A loan in these states had an order. */
const neverDeleted: readonly LoanState[] = [...PAID_OUT_STATES, 'disbursing', 'payout_returned', 'cancelled']

const cases = LOAN_STATES.flatMap((state) =>
  LOAN_TYPES.flatMap((type) => (['U0', 'U1'] as const).map((role) => ({ state, type, role }))),
)

test.each(cases)(
  '§4 a $type that is $state offers its actions to $role [B4.6 B4.7 B4.12]',
  async ({ state, type, role }) => {
    const due =
      state === 'active' || state === 'overdue' ? { amount_due: 13_200, suggested_payment: 1_100 } : {}
    answerWith({
      ...basics,
      'GET /loan/123': loanDetailOf(state, {
        ...due,
        type,
        ...(!neverDeleted.includes(state) && { deletable: true }),
      }),
      'GET /stp/incoming-payments': buildPage(),
    })
    openStaffApp(`${type === 'credit' ? '/detalle-credito/123' : '/detalle-anticipo/123'}?tab=pagos`, role)
    await screen.findByRole('heading', { name: 'María López' })
    const expected = [
      ...commandsByState[state],
      ...(role === 'U0' && !neverDeleted.includes(state) ? ['Más'] : []),
    ]
    expect(listOfferedCommands()).toEqual(
      expected.filter((name) => type === 'credit' || !ofCredits.includes(name)),
    )
  },
)

test.each([
  ['credit', 'Detalle del crédito', 'Solicitudes de crédito', '/creditos'],
  ['advance', 'Detalle del anticipo', 'Solicitudes de anticipo', '/anticipos'],
] as const)(
  '§2 loan detail, %s: shows the title «%s», the breadcrumbs and the three tabs [B2.26]',
  async (...[type, title, list, path]) => {
    const folio = type === 'credit' ? 'C-000123' : 'A-000123'
    answerWith({ ...basics, 'GET /loan/123': activeLoan({ type, folio }), 'GET /loan': buildPage() })
    const router = openStaffApp(`/detalle-${type === 'credit' ? 'credito' : 'anticipo'}/123`)
    await screen.findByRole('heading', { name: 'María López' })
    expect(await screen.findByRole('heading', { level: 1, name: title })).toBeVisible()
    const crumbs = within(screen.getByRole('navigation', { name: 'Ruta' }))
    expect(crumbs.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      ...['Dashboard', list, folio],
    ])
    const tabs = screen.getAllByRole('tab')
    expect(tabs.map(({ textContent }) => textContent)).toEqual([
      ...['Datos del solicitante', 'Documentación', 'Pagos', 'Actividad'],
    ])
    expect(tabs[0]?.getAttribute('aria-selected')).toBe('true')
    await userEvent.click(crumbs.getByRole('link', { name: list }))
    await vi.waitFor(() => expect(router.state.location.pathname).toBe(path), 10_000)
  },
)

test.each(['requested', 'disbursing', 'overdue', 'completed'] as const)(
  'a %s loan links to its person',
  async (state) => {
    answerWith({ ...basics, 'GET /loan/123': loanDetailOf(state) })
    openStaffApp('/detalle-credito/123')
    const person = within(await screen.findByRole('heading', { name: 'María López' }))
    expect(person.getByRole('link')).toHaveAttribute('href', '/usuarios?ver=7')
  },
)

/** Part of the decision's body: the request as the user saw it. */
const seenOf = ({ status, amount, period }: ReturnType<typeof loanDetailOf>) => ({ status, amount, period })

async function confirmApproval() {
  await userEvent.click(await screen.findByRole('button', { name: 'Aprobar' }))
  const dialog = within(await screen.findByRole('dialog', { name: '¿Aprobar solicitud?' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Aprobar' }))
}

/** Sends the confirmed decision without waiting for the time in which it can be undone. */
const sendNow = async () =>
  userEvent.click(await screen.findByRole('button', { name: 'Enviar ya' }, { timeout: 10_000 }))

test('approves after confirmation and shows the changed loan [B4.7 B8.41]', async () => {
  holdDelays()
  const requested = loanDetailOf('requested')
  let loan = requested
  const calls = answerWith({
    ...basics,
    'GET /loan/123': () => loan,
    'PATCH /loan/123': () => {
      loan = loanDetailOf('approved', { approved_at: '2026-11-15T18:00:00Z' })
      return loan
    },
  })
  openStaffApp('/detalle-credito/123')
  await confirmApproval()
  await sendNow()
  expect(await screen.findByText('Solicitud aprobada')).toBeVisible()
  expect(calls.find(({ method }) => method === 'PATCH')?.body).toEqual({
    status: 'APP',
    seen: seenOf(requested),
  })
  await vi.waitFor(() => expect(screen.queryByRole('button', { name: 'Aprobar' })).toBeNull(), 10_000)
})

test('leads from a decision to the next request that waits, and says how many are left', async () => {
  const other = loanItemOf('requested', { id: 130, folio: 'C-000130' })
  const calls = answerWith({
    ...basics,
    'GET /loan/123': loanDetailOf('requested'),
    'PATCH /loan/123': loanDetailOf('rejected'),
    'GET /loan': { ...buildPage(other), count: 7 },
  })
  openStaffApp('/detalle-credito/123')
  await userEvent.click(await screen.findByRole('button', { name: 'Rechazar' }))
  const dialog = within(await screen.findByRole('dialog', { name: '¿Rechazar solicitud?' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Rechazar' }))
  const next = await screen.findByRole('link', { name: 'Siguiente por decidir' })
  expect(next).toHaveAttribute('href', '/detalle-credito/130')
  expect(screen.getByText('Quedan 7 solicitudes')).toBeVisible()
  const list = calls.find(({ path }) => path === '/loan')
  expect(list?.query.toString()).toBe('type=credit&status=INA&page_size=10')
})

test('rejects with the reason that the worker will read [B4.6]', async () => {
  holdDelays()
  const calls = answerWith({
    ...basics,
    'GET /loan/123': loanDetailOf('requested'),
    'PATCH /loan/123': loanDetailOf('rejected'),
  })
  openStaffApp('/detalle-credito/123')
  await userEvent.click(await screen.findByRole('button', { name: 'Rechazar' }))
  const dialog = within(await screen.findByRole('dialog', { name: '¿Rechazar solicitud?' }))
  await userEvent.type(dialog.getByLabelText('Motivo (opcional)'), 'El comprobante no se lee.')
  await userEvent.click(dialog.getByRole('button', { name: 'Rechazar' }))
  await sendNow()
  expect(await screen.findByText('Solicitud rechazada')).toBeVisible()
  expect(calls.find(({ method }) => method === 'PATCH')?.body).toEqual({
    status: 'REJ',
    reason: 'El comprobante no se lee.',
    seen: seenOf(loanDetailOf('requested')),
  })
})

test('shows the specification’s text for an error without a readable answer [B8.31]', async () => {
  holdDelays()
  answerWith({
    ...basics,
    'GET /loan/123': loanDetailOf('requested'),
    'PATCH /loan/123': new Response('<html>', { status: 502 }),
  })
  openStaffApp('/detalle-credito/123')
  await confirmApproval()
  await sendNow()
  expect(await screen.findByText('Ocurrió un error al intentar aprobar/rechazar la solicitud')).toBeVisible()
})

test('shows the reason of a rejection once, and no date by which to pay', async () => {
  const dates = { payment_deadline: null, next_payment_date: null }
  answerWith({
    ...basics,
    'GET /loan/123': loanDetailOf('rejected', { ...dates, rejection_reason: 'Faltan recibos' }),
  })
  openStaffApp('/detalle-credito/123')
  expect(await screen.findAllByText(/Faltan recibos/)).toHaveLength(1)
  expect(screen.getByText('Fecha límite de pago').nextElementSibling).toHaveTextContent('—')
})

test('redirects an advance opened under the credit path to its own path [B2.26]', async () => {
  answerWith({ ...basics, 'GET /loan/123': activeLoan({ type: 'advance', folio: 'A-000123' }) })
  const router = openStaffApp('/detalle-credito/123')
  expect(await screen.findByRole('heading', { name: 'Detalle del anticipo' })).toBeVisible()
  expect(router.state.location.pathname).toBe('/detalle-anticipo/123')
})

test('shows an error for a loan that fails to load, and a not found page for an unknown one [B8.30]', async () => {
  let answer = buildRefusal(500, 'server.error', 'Algo salió mal. Intenta de nuevo.')
  answerWith({ ...basics, 'GET /loan/123': () => answer })
  openStaffApp('/detalle-credito/123')
  expect(await screen.findByText('Error al obtener información del préstamo')).toBeVisible()
  answer = buildRefusal(404, 'loan.not_found', 'No encontramos esa solicitud.')
  await userEvent.click(screen.getByRole('button', { name: 'Reintentar' }))
  expect(await screen.findByText('No encontramos lo que buscas')).toBeVisible()
})

const document = {
  id: 9,
  kind: 'INE',
  filename: 'INE',
  file: 'http://localhost/api/documents/9/file?expires=1&signature=x',
  created_at: '2026-11-01T12:00:00Z',
  user: 7,
  loan: null,
  size_bytes: 48_000,
  sha256: 'ab',
  review: 'pending',
  reason: null,
}

test('opens documents in a new tab and requires a reason to refuse one', async () => {
  const calls = answerWith({
    ...basics,
    'GET /loan/123': loanDetailOf('requested'),
    'GET /documents/': ({ query }: { query: URLSearchParams }) =>
      query.has('user__id') ? buildPage(document) : buildPage(),
    'PATCH /documents/9': { ...document, review: 'refused', reason: 'Está borrosa' },
  })
  openStaffApp('/detalle-credito/123?tab=documentacion')
  const link = await screen.findByRole('link', { name: 'INE.pdf' })
  expect(link.getAttribute('target')).toBe('_blank')
  expect(screen.getAllByText('Falta')).toHaveLength(4)
  await userEvent.click(screen.getByRole('button', { name: 'Rechazar INE' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Rechazar documento' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Rechazar' }))
  expect(dialog.getByText('Escribe el motivo del rechazo')).toBeVisible()
  await userEvent.type(dialog.getByLabelText('Motivo'), 'Está borrosa')
  await userEvent.click(dialog.getByRole('button', { name: 'Rechazar' }))
  expect(await screen.findByText('Documento rechazado')).toBeVisible()
  const sent = calls.filter(({ method }) => method === 'PATCH')
  expect(sent.map(({ body }) => body)).toEqual([{ review: 'refused', reason: 'Está borrosa' }])
})

test('shows the fingerprint of a document beside its preview on wide screens', async () => {
  const narrow = window.matchMedia
  vi.stubGlobal('matchMedia', (query: string) => ({
    ...narrow(query),
    matches: query === '(width >= 1200px)',
  }))
  answerWith({
    ...basics,
    'GET /loan/123': loanDetailOf('requested'),
    'GET /documents/': ({ query }: { query: URLSearchParams }) =>
      query.has('user__id') ? buildPage({ ...document, sha256: '5f'.repeat(32) }) : buildPage(),
    'GET /documents/9/file': new Response('', { status: 502 }),
  })
  openStaffApp('/detalle-credito/123?tab=documentacion')
  await userEvent.click(await screen.findByRole('button', { name: 'Ver INE aquí' }))
  const label = await screen.findByText('Huella del archivo (SHA-256)')
  expect(label.nextElementSibling).toHaveTextContent('5f'.repeat(32))
})

test('§8 a document shows an error when its review fails [B8.32]', async () => {
  answerWith({
    ...basics,
    'GET /loan/123': loanDetailOf('requested'),
    'GET /documents/': ({ query }: { query: URLSearchParams }) =>
      query.has('user__id') ? buildPage(document) : buildPage(),
    'PATCH /documents/9': new Response('<html>', { status: 502 }),
  })
  openStaffApp('/detalle-credito/123?tab=documentacion')
  await userEvent.click(await screen.findByRole('button', { name: 'Aceptar INE' }))
  const text = 'Ocurrió un error al intentar cambiar el estatus de la solicitud'
  expect(await screen.findByText(text)).toBeVisible()
})

test('accepts all pending documents at once and leaves reviewed ones unchanged [B2.27]', async () => {
  const kinds = ['INE', 'CURP', 'CIF'] as const
  let documents = kinds.map((kind, index) => ({ ...document, id: 9 + index, kind, filename: kind }))
  documents = documents.map((one) => (one.kind === 'CIF' ? { ...one, review: 'refused' } : one))
  const accept = (id: number) => () => {
    documents = documents.map((one) => (one.id === id ? { ...one, review: 'accepted' } : one))
    return documents.find((one) => one.id === id)
  }
  const calls = answerWith({
    ...basics,
    'GET /loan/123': loanDetailOf('requested'),
    'GET /documents/': ({ query }: { query: URLSearchParams }) =>
      query.has('user__id') ? buildPage(...documents) : buildPage(),
    'PATCH /documents/9': accept(9),
    'PATCH /documents/10': accept(10),
  })
  openStaffApp('/detalle-credito/123?tab=documentacion')
  await userEvent.dblClick(await screen.findByRole('button', { name: 'Aceptar los 2 por revisar' }))
  expect(await screen.findByText('Documentos aceptados')).toBeVisible()
  const sent = calls.filter(({ method }) => method === 'PATCH')
  expect(sent.map(({ path, body }) => [path, body])).toEqual([
    ['/documents/9', { review: 'accepted' }],
    ['/documents/10', { review: 'accepted' }],
  ])
  expect(screen.queryByRole('button', { name: /por revisar$/ })).toBeNull()
})

const salaryChange = {
  ...{ id: 12, field: 'salary' as const, changed_by: 2, author: 'María López' },
  changed_at: '2026-11-24T18:00:00Z',
}

test.each([
  { requested_by: 1, name: 'Ver la solicitud', search: 'autorizacion=40&tab=mine' },
  { requested_by: 2, name: 'Revisar y confirmar', search: 'autorizacion=40' },
])('user 1 opens the request of user $requested_by to confirm the worker', async (given) => {
  const { requested_by, name, search } = given
  const user = userOf({ id: 9 })
  const change = { ...salaryChange, changed_by: requested_by, approval: { id: 40, requested_by } }
  answerWith({
    ...basics,
    'GET /loan/123': loanDetailOf('requested', { user, worker_unconfirmed: true }),
    'GET /auth/user/9': { ...user, unconfirmed_changes: [{ ...salaryChange, approval: null }, change] },
  })
  openStaffApp('/detalle-credito/123')
  expect(await screen.findByText('Por confirmar.')).toBeVisible()
  const link = await screen.findByRole('link', { name })
  expect(link).toHaveAttribute('href', expect.stringMatching(new RegExp(`/autorizaciones\\?${search}$`)))
})

test('does not offer an approval to who asked on the worker’s behalf, and says why', async () => {
  const loan = loanDetailOf('requested', { approval_blocker: 'loan.own_request' })
  answerWith({ ...basics, 'GET /loan/123': loan })
  openStaffApp('/detalle-credito/123')
  expect(await screen.findByText(/^La pediste a nombre de esta persona o subiste su monto/)).toBeVisible()
  expect(screen.getByRole('button', { name: 'Rechazar' })).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Aprobar' })).toBeNull()
})

test('without an open request to confirm the worker, links to the worker', async () => {
  const user = userOf({ id: 9 })
  answerWith({
    ...basics,
    'GET /loan/123': loanDetailOf('requested', { user, worker_unconfirmed: true }),
    'GET /auth/user/9': { ...user, unconfirmed_changes: [{ ...salaryChange, approval: null }] },
  })
  openStaffApp('/detalle-credito/123')
  expect(await screen.findByText('Por confirmar.')).toBeVisible()
  expect(screen.getByRole('link', { name: 'Ver al usuario' })).toHaveAttribute(
    'href',
    expect.stringMatching(/usuarios\?ver=9$/),
  )
})

test('says that the documents have to be accepted, and opens them', async () => {
  const loan = loanDetailOf('requested', { documents_unreviewed: true })
  answerWith({ ...basics, 'GET /loan/123': loan, 'GET /documents/': buildPage() })
  openStaffApp('/detalle-credito/123')
  expect(await screen.findByText('Faltan documentos por aceptar.')).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Revisar documentos' }))
  expect(await screen.findByRole('tab', { name: 'Documentación', selected: true })).toBeVisible()
  expect(screen.getByText('Faltan documentos por aceptar.')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Revisar documentos' })).toBeNull()
})
