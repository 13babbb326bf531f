import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { loanDetailOf } from '../../../test/loan.ts'
import { answerWith, buildPage, buildRefusal } from '../../../test/server.ts'
import { openStaffApp } from '../../../test/staff-screen.tsx'
import { transferDetailOf, transferOf } from '../../../test/transfer.ts'
import { endSession } from '../../lib/session.ts'

const basics = { 'GET /notification/unread-count': { count: 0 } }

afterEach(() => {
  endSession()
  vi.unstubAllGlobals()
})

/** The opened page gets no reference to ours. */
const windowFeatures = 'noopener,noreferrer'

/** Clicks the button and returns the calls of `window.open`. */
async function openedBy(button: HTMLElement) {
  const open = vi.fn()
  vi.stubGlobal('open', open)
  await userEvent.click(button)
  return open.mock.calls
}

const lists = (calls: ReturnType<typeof answerWith>) => calls.filter(({ path }) => path === '/stp')

test('lists key, account, bank, amount, day and state of each order [B2.39]', async () => {
  const orders = [
    transferOf(),
    transferOf({ id: 51, tracking_key: 'K2', state: null, order_state: 'unknown' }),
    transferOf({ id: 52, tracking_key: 'K3', state: 'D' }),
    transferOf({ id: 53, tracking_key: 'K4', state: null, needs_review: true }),
  ]
  answerWith({ ...basics, 'GET /stp': buildPage(...orders) })
  openStaffApp('/stp')
  const row = within(await screen.findByRole('row', { name: /1205123435R01/ }))
  for (const text of ['Liquidada', '012180100001583800', 'BBVA', '$12,000.00', '16/11/2026'])
    expect(row.getByText(text)).toBeVisible()
  for (const text of ['Por confirmar', 'Devuelta', 'En revisión'])
    expect(screen.getByText(text)).toBeVisible()
})

test('§2 STP orders: shows breadcrumb, columns, filters and hint, without add, edit or delete [B2.39 B6.6]', async () => {
  answerWith({ ...basics, 'GET /stp': buildPage(transferOf()) })
  openStaffApp('/stp', 'U0')
  await screen.findByText('1205123435R01')
  const texts = (elements: HTMLElement[]) => elements.map(({ textContent }) => textContent)
  const crumbs = within(screen.getByRole('navigation', { name: 'Ruta' }))
  expect(texts(crumbs.getAllByRole('listitem'))).toEqual(['Dashboard', 'Gestión'])
  expect(texts(screen.getAllByRole('columnheader'))).toEqual([
    ...['Clave de rastreo', 'Estado', 'Cuenta beneficiario', 'Institución destino', 'Monto'],
    'Fecha de operación',
  ])
  const radios = within(screen.getByRole('group', { name: 'Estado' })).getAllByRole('radio')
  const labels = radios.map((radio) => radio.closest('label')?.textContent)
  expect(labels.slice(0, 4)).toEqual(['Todas', 'Liquidadas', 'Canceladas', 'Devueltas'])
  const hint = 'Empresa, Clave de rastreo, Folio de la solicitud o Correo del usuario'
  expect(screen.getByRole('searchbox').getAttribute('placeholder')).toBe(hint)
  const writes = /agregar|nueva|editar|eliminar|acciones/i
  expect(screen.queryAllByRole('button', { name: writes })).toEqual([])
  await userEvent.click(screen.getByText('1205123435R01'))
  await screen.findByRole('dialog', { name: 'Detalle de la orden STP' })
  expect(screen.queryAllByRole('button', { name: writes })).toEqual([])
})

test('warns about a date filter without a date and filters by a chosen date [B2.40 B5.46]', async () => {
  const calls = answerWith({ ...basics, 'GET /stp': buildPage() })
  openStaffApp('/stp')
  expect(await screen.findByText('Aún no hay registros para mostrar')).toBeVisible()
  await userEvent.click(screen.getByLabelText('Filtrar por fecha'))
  expect(screen.getByText('Por favor, selecciona una fecha para aplicar el filtro.')).toBeVisible()
  await userEvent.type(screen.getByLabelText('Fecha de operación'), '2026-11-16')
  const filterNotice = await screen.findByText(/Filtrando resultados por la fecha seleccionada:/)
  expect(filterNotice).toHaveTextContent('16/11/2026')
  await vi.waitFor(() => expect(lists(calls).at(-1)?.query.get('operation_date')).toBe('2026-11-16'), 10_000)
  await userEvent.click(screen.getByLabelText('Filtrar por fecha'))
  await vi.waitFor(() => expect(screen.queryByLabelText('Fecha de operación')).toBeNull(), 10_000)
})

test('filters by state and searches on the server, ten a page [B2.39 B4.19 B7.30 B9.11]', async () => {
  const calls = answerWith({ ...basics, 'GET /stp': buildPage(transferOf()) })
  const router = openStaffApp('/stp')
  await userEvent.click(await screen.findByRole('radio', { name: 'Devueltas' }))
  await userEvent.type(screen.getByRole('searchbox'), 'C-0001')
  await vi.waitFor(
    () => expect(router.state.location.search).toEqual({ state: 'D', search: 'C-0001' }),
    10_000,
  )
  await vi.waitFor(
    () =>
      expect(Object.fromEntries(lists(calls).at(-1)?.query ?? [])).toEqual({
        ordering: '-created_at',
        page: '1',
        page_size: '10',
        state: 'D',
        search: 'C-0001',
      }),
    10_000,
  )
})

test('shows the number of orders in each state, and none during a search', async () => {
  answerWith({
    ...basics,
    'GET /stp': ({ query }: { query: URLSearchParams }) => ({
      ...buildPage(transferOf()),
      ...(!query.has('search') && { states: { all: 1_250, LQ: 1_200, D: 3 } }),
    }),
  })
  openStaffApp('/stp')
  const chips = () =>
    within(screen.getByRole('group', { name: 'Estado' }))
      .getAllByRole('radio')
      .map((radio) => radio.closest('label')?.textContent)
  await screen.findByRole('radio', { name: /^Todas/ })
  await vi.waitFor(() =>
    expect(chips()).toEqual(['Todas1,250', 'Liquidadas1,200', 'Canceladas0', 'Devueltas3', 'Por revisar']),
  )
  await userEvent.type(screen.getByRole('searchbox'), 'Ana')
  await vi.waitFor(
    () => expect(chips()).toEqual(['Todas', 'Liquidadas', 'Canceladas', 'Devueltas', 'Por revisar']),
    10_000,
  )
})

test.each([
  ['LQ', 'https://www.banxico.org.mx/cep/'],
  ['CN', undefined],
  [null, undefined],
] as const)('without a CEP address an order in state %s opens %s', async (state, address) => {
  const order = transferDetailOf({ state, url_cep: null })
  answerWith({ ...basics, 'GET /stp': buildPage(order), 'GET /stp/50': order })
  openStaffApp('/stp')
  await userEvent.click(await screen.findByText('1205123435R01'))
  const dialog = within(await screen.findByRole('dialog', { name: 'Detalle de la orden STP' }))
  await dialog.findByRole('button', { name: 'VER SOLICITUD RELACIONADA' })
  expect(dialog.queryByRole('button', { name: 'VER CEP PDF' })).toBeNull()
  const search = dialog.queryByRole('button', { name: 'BUSCAR CEP EN BANXICO' })
  expect(search === null).toBe(address === undefined)
  if (search !== null) expect(await openedBy(search)).toEqual([[address, '_blank', windowFeatures]])
})

test('shows the detail in tabs, with the CEP and the link to the loan [B2.41 B3.10 B7.31]', async () => {
  const order = transferDetailOf({
    ...{ url_cep: 'https://www.banxico.org.mx/cep/x', stp_state: 'TLQ', register_order: '9001' },
    ...{ payment_order: '9002', rfc_curp_beneficiary: 'LOMA900101MDFPRR08', rfc_curp_payer: 'QUI200101AB1' },
    ...{ folio_origin: 'F-77', signature: 'FIRMA==', ts_capture: '2026-11-16T18:00:30Z' },
  })
  answerWith({
    ...basics,
    'GET /stp': buildPage(order),
    'GET /stp/50': order,
    'GET /loan/123': loanDetailOf('active'),
  })
  const router = openStaffApp('/stp')
  await userEvent.click(await screen.findByText('1205123435R01'))
  const dialog = within(await screen.findByRole('dialog', { name: 'Detalle de la orden STP' }))
  const chips = within(await dialog.findByRole('list', { name: 'Resumen de la orden' }))
  expect(chips.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    ...['Liquidada', 'Tercero a tercero', 'Beneficiario: CLABE', 'Ordenante: CLABE', 'QUINCENA'],
  ])
  /** Label and value of each field of a tab, as one text each. */
  const shown = async (tab: string) => {
    await userEvent.click(dialog.getByRole('tab', { name: tab }))
    const panel = await dialog.findByRole('tabpanel', { name: tab })
    return within(panel)
      .getAllByRole('term')
      .map((term) => `${term.textContent}: ${term.nextElementSibling?.textContent}`)
  }
  expect(await shown('GENERALES')).toEqual([
    ...['Clave de rastreo: 1205123435R01', 'Monto: $12,000.00', 'Fecha de operación: 16/11/2026'],
    ...['Concepto de pago: Envio de credito', 'Tipo de pago: Tercero a tercero'],
    ...['Folio de la solicitud: C-000123', 'Intento: 1'],
    ...['Captura: 16/11/2026 - 12:00', 'Liquidación: 16/11/2026 - 12:02'],
  ])
  expect(await shown('BENEFICIARIO / ORDENANTE')).toEqual([
    ...['Nombre: Maria Lopez', 'RFC o CURP: LOMA900101MDFPRR08', 'Cuenta: 012180100001583800'],
    ...['Tipo de cuenta: CLABE', 'Nombre: Quincena', 'RFC o CURP: QUI200101AB1'],
    ...['Cuenta: 646180110400000007', 'Tipo de cuenta: CLABE'],
  ])
  expect(await shown('BANCARIOS')).toEqual([
    ...['Institución operante: STP', 'Institución contraparte: BBVA', 'Referencia numérica: 123456'],
    ...['Folio origen: F-77', 'Registro de la orden: 9001', 'Orden de pago: 9002', 'Medio de entrega: 3'],
    ...['Estado en STP: TLQ', 'Latitud: 19.43', 'Longitud: -99.13', 'Firma: FIRMA==…'],
  ])
  const cep = dialog.getByRole('button', { name: 'VER CEP PDF' })
  expect(await openedBy(cep)).toEqual([[order.url_cep, '_blank', windowFeatures]])
  await userEvent.click(dialog.getByRole('button', { name: 'VER SOLICITUD RELACIONADA' }))
  await vi.waitFor(() => expect(router.state.location.pathname).toBe('/detalle-credito/123'), 10_000)
})

const payoutsOf = (fields: object = {}) => ({
  ...{ paused: false, reason: null, by: null, at: null, in_review: 0, waiting: 0 },
  ...fields,
})

test('counts the orders in review on the filter and in the menu and lists each with its reason', async () => {
  const order = transferOf({ needs_review: true, review_reason: 'STP no la conoce.' })
  const calls = answerWith({
    ...basics,
    'GET /stp/payouts': payoutsOf({ in_review: 3 }),
    'GET /stp': buildPage(order),
  })
  openStaffApp('/stp')
  await userEvent.click(await screen.findByRole('radio', { name: 'Por revisar · 3' }))
  expect(await screen.findByRole('columnheader', { name: 'Por qué' })).toBeVisible()
  expect(screen.getByText('STP no la conoce.')).toBeVisible()
  expect(screen.getByRole('link', { name: /Órdenes STP\s*3 por revisar/ })).toBeVisible()
  expect(lists(calls).at(-1)?.query.get('needs_review')).toBe('true')
})

const inReview = transferDetailOf({
  ...{ state: 'LQ', stp_state: 'CN', needs_review: true },
  review_reason: 'STP la reporta cancelada después de liquidada.',
  events: [
    { kind: 'created', at: '2026-11-16T18:00:00Z', by: null, note: null },
    { kind: 'review', at: '2026-11-16T19:00:00Z', by: null, note: 'STP la reporta cancelada' },
  ],
  closed_ways: { settled: null, returned: null, not_sent: 'STP tuvo esta orden.' },
})

test('resolves an order in review as admin with outcome and reason, showing the effect first', async () => {
  const calls = answerWith({
    ...basics,
    'GET /stp': buildPage(),
    'GET /stp/50': inReview,
    'GET /stp/50/messages': buildPage(),
    'POST /stp/50/resolve': transferDetailOf(),
  })
  openStaffApp('/stp?order=50', 'U0')
  expect(await screen.findByText('STP la reporta cancelada después de liquidada.')).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Resolver' }))
  const dialog = within(await screen.findByRole('dialog', { name: '¿Qué pasó con el dinero?' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Resolver' }))
  expect(dialog.getByText('Elige qué pasó con el dinero')).toBeVisible()
  expect(dialog.getByLabelText('No se envió')).toBeDisabled()
  expect(dialog.getByText('STP tuvo esta orden.')).toBeVisible()
  expect(dialog.queryByRole('link', { name: /^Ver los pagos/ })).toBeNull()
  await userEvent.click(dialog.getByLabelText('Se depositó'))
  expect(dialog.getByText(/El préstamo queda vigente y el trabajador lo debe/)).toBeVisible()
  await userEvent.type(dialog.getByLabelText('Motivo'), 'Visto en el banco')
  await userEvent.click(dialog.getByRole('button', { name: 'Confirmar: se depositó' }))
  expect(await screen.findByText('La orden quedó resuelta.')).toBeVisible()
  const posts = calls.filter(({ method }) => method === 'POST')
  expect(posts.map(({ body }) => body)).toEqual([{ outcome: 'settled', reason: 'Visto en el banco' }])
})

test('leads to the payments that keep an order from counting as returned', async () => {
  const paid = 'El préstamo tiene pagos: reviértelos primero.'
  answerWith({
    ...basics,
    'GET /stp': buildPage(),
    'GET /stp/50': { ...inReview, closed_ways: { settled: null, returned: paid, not_sent: null } },
    'GET /stp/50/messages': buildPage(),
  })
  openStaffApp('/stp?order=50', 'U0')
  await userEvent.click(await screen.findByRole('button', { name: 'Resolver' }))
  const dialog = within(await screen.findByRole('dialog', { name: '¿Qué pasó con el dinero?' }))
  expect(dialog.getByText(paid)).toBeVisible()
  expect(dialog.getByRole('link', { name: /^Ver los pagos de C-/ })).toHaveAttribute(
    'href',
    expect.stringMatching(/\/detalle-credito\/\d+$/),
  )
})

test('shows a second admin who resolved the order and its result', async () => {
  let order = inReview
  answerWith({
    ...basics,
    'GET /stp': buildPage(),
    'GET /stp/50': () => order,
    'GET /stp/50/messages': buildPage(),
    'POST /stp/50/resolve': () => {
      order = transferDetailOf()
      return buildRefusal(
        409,
        'transfer.not_in_review',
        'Ada Ruiz ya resolvió esta orden. Revisa cómo quedó.',
      )
    },
  })
  openStaffApp('/stp?order=50', 'U0')
  await userEvent.click(await screen.findByRole('button', { name: 'Resolver' }))
  const dialog = within(await screen.findByRole('dialog', { name: '¿Qué pasó con el dinero?' }))
  await userEvent.click(dialog.getByLabelText('Se devolvió'))
  await userEvent.type(dialog.getByLabelText('Motivo'), 'Regresó')
  await userEvent.click(dialog.getByRole('button', { name: 'Confirmar: se devolvió' }))
  expect(await screen.findByText('Ada Ruiz ya resolvió esta orden. Revisa cómo quedó.')).toBeVisible()
  await vi.waitFor(() => expect(screen.queryByRole('button', { name: 'Resolver' })).toBeNull(), 10_000)
})

test('lets a manager query STP and compare its record with ours, without resolving', async () => {
  const stp = {
    ...{ register_order: '9001', stp_state: 'CN', state: 'CN', amount: 12_000 },
    ...{ beneficiary_account: '012180100001583800', operation_date: '2026-11-16' },
    ...{ ts_liquidation: null, return_cause: null },
  }
  answerWith({
    ...basics,
    'GET /stp': buildPage(),
    'GET /stp/50': inReview,
    'GET /stp/50/messages': buildPage({
      ...{ id: 1, received_at: '2026-11-16T19:00:00Z', stated: 'CANCELACION', state: 'CN' },
      ...{ return_cause: null, ip: null, outcome: 'confirmed' },
    }),
    'POST /stp/50/ask': { asked_at: '2026-11-16T20:00:00Z', stp, order: inReview },
  })
  openStaffApp('/stp?order=50', 'U1')
  expect(await screen.findByText(/Solo administración puede resolverla/)).toBeVisible()
  expect(await screen.findByText('«CANCELACION» (Cancelada)')).toBeVisible()
  expect(screen.getByText('Confirmado por consulta')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Resolver' })).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Preguntar a STP' }))
  const row = within(await screen.findByRole('row', { name: /^Estado/ }))
  expect(row.getByText('Liquidada')).toBeVisible()
  expect(row.getByText('distinto')).toBeVisible()
  expect(within(screen.getByRole('row', { name: /^Monto/ })).queryByText('distinto')).toBeNull()
})

test('pauses all payouts as admin with a reason, and resumes them', async () => {
  let payouts = payoutsOf()
  const calls = answerWith({
    ...basics,
    'GET /stp': buildPage(),
    'GET /stp/payouts': () => payouts,
    'PUT /stp/payouts': ({ body }: { body: { paused: boolean; reason?: string } }) => {
      payouts = payoutsOf({ ...body, by: 'Ada Ruiz', at: '2026-11-16T18:00:00Z', waiting: 2 })
      return payouts
    },
  })
  openStaffApp('/stp', 'U0')
  await userEvent.click(await screen.findByRole('button', { name: 'Pausar envíos' }))
  const dialog = within(await screen.findByRole('dialog', { name: '¿Pausar todos los envíos?' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Pausar envíos' }))
  expect(dialog.getByText('Escribe el motivo')).toBeVisible()
  await userEvent.type(dialog.getByLabelText('Motivo'), 'STP no responde')
  await userEvent.click(dialog.getByRole('button', { name: 'Pausar envíos' }))
  expect(
    await screen.findByText(/Los envíos de dinero están en pausa \(Ada Ruiz, 16 de noviembre/),
  ).toBeVisible()
  expect(screen.getByText('«STP no responde»')).toBeVisible()
  await userEvent.click(await screen.findByRole('button', { name: 'Reanudar envíos' }))
  const resume = within(await screen.findByRole('dialog', { name: '¿Reanudar los envíos?' }))
  expect(resume.getByText(/STP recibe 2 órdenes que esperan/)).toBeVisible()
  await userEvent.click(resume.getByRole('button', { name: 'Reanudar' }))
  await vi.waitFor(() => expect(screen.queryByText(/están en pausa/)).toBeNull(), 10_000)
  const putBodies = calls.filter(({ method }) => method === 'PUT').map(({ body }) => body)
  expect(putBodies).toEqual([{ paused: true, reason: 'STP no responde' }, { paused: false }])
})

test('shows an error when the orders fail to load [B8.34]', async () => {
  answerWith({
    ...basics,
    'GET /stp': buildRefusal(500, 'server.error', 'Algo salió mal. Intenta de nuevo.'),
  })
  openStaffApp('/stp')
  expect(await screen.findByText('Error al cargar órdenes STP.')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Reintentar' })).toBeVisible()
})
