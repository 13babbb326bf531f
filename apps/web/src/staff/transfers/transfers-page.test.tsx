import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { loanDetailOf } from '../../../test/loan.ts'
import { answerWith, pageWith, refusalOf } from '../../../test/server.ts'
import { openOffice } from '../../../test/staff-screen.tsx'
import { transferDetailOf, transferOf } from '../../../test/transfer.ts'
import { endSession } from '../../lib/session.ts'

const basics = { 'GET /notification/unread-count': { count: 0 } }

afterEach(() => {
  endSession()
  vi.unstubAllGlobals()
})

const lists = (calls: ReturnType<typeof answerWith>) => calls.filter(({ path }) => path === '/stp')

test('lists key, account, bank, amount, day and where each order stands', async () => {
  const orders = [
    transferOf(),
    transferOf({ id: 51, tracking_key: 'K2', state: null, order_state: 'unknown' }),
    transferOf({ id: 52, tracking_key: 'K3', state: 'D' }),
    transferOf({ id: 53, tracking_key: 'K4', state: null, needs_review: true }),
  ]
  answerWith({ ...basics, 'GET /stp': pageWith(...orders) })
  openOffice('/stp')
  const row = within(await screen.findByRole('row', { name: /1205123435R01/ }))
  for (const text of ['Liquidada', '012180100001583800', 'BBVA Mexico', '$12,000.00', '16/11/2026'])
    expect(row.getByText(text)).toBeDefined()
  for (const text of ['Por confirmar', 'Devuelta', 'En revisión'])
    expect(screen.getByText(text)).toBeDefined()
})

test('a date filter that is on without a date says so; with one it filters', async () => {
  const calls = answerWith({ ...basics, 'GET /stp': pageWith() })
  openOffice('/stp')
  expect(await screen.findByText('Aún no hay registros para mostrar')).toBeDefined()
  await userEvent.click(screen.getByLabelText('Filtrar por fecha'))
  expect(screen.getByText('Por favor, selecciona una fecha para aplicar el filtro.')).toBeDefined()
  await userEvent.type(screen.getByLabelText('Fecha de operación'), '2026-11-16')
  const told = await screen.findByText(/Filtrando resultados por la fecha seleccionada:/)
  expect(told.textContent).toContain('16/11/2026')
  await vi.waitFor(() => expect(lists(calls).at(-1)?.query.get('operation_date')).toBe('2026-11-16'))
  await userEvent.click(screen.getByLabelText('Filtrar por fecha'))
  await vi.waitFor(() => expect(screen.queryByLabelText('Fecha de operación')).toBeNull())
})

test('filters by state and searches, ten a page', async () => {
  const calls = answerWith({ ...basics, 'GET /stp': pageWith(transferOf()) })
  const router = openOffice('/stp')
  await userEvent.click(await screen.findByRole('radio', { name: 'Devueltas' }))
  await userEvent.type(screen.getByRole('searchbox'), 'C-0001')
  await vi.waitFor(() => expect(router.state.location.search).toEqual({ state: 'D', search: 'C-0001' }))
  await vi.waitFor(() =>
    expect(Object.fromEntries(lists(calls).at(-1)?.query ?? [])).toEqual({
      ordering: '-created_at',
      page: '1',
      page_size: '10',
      state: 'D',
      search: 'C-0001',
    }),
  )
})

test('the detail tells all in three tabs, with the CEP and the way to the loan', async () => {
  const order = transferDetailOf({ url_cep: 'https://www.banxico.org.mx/cep/x' })
  answerWith({
    ...basics,
    'GET /stp': pageWith(order),
    'GET /stp/50': order,
    'GET /loan/123': loanDetailOf('active'),
  })
  const router = openOffice('/stp')
  await userEvent.click(await screen.findByText('1205123435R01'))
  const dialog = within(await screen.findByRole('dialog', { name: 'Detalle de la orden STP' }))
  expect(await dialog.findByText('Envio de credito')).toBeDefined()
  expect(dialog.getByText('Beneficiario: CLABE')).toBeDefined()
  await userEvent.click(dialog.getByRole('tab', { name: 'BENEFICIARIO / ORDENANTE' }))
  expect(await dialog.findByText('646180110400000007')).toBeDefined()
  await userEvent.click(dialog.getByRole('tab', { name: 'BANCARIOS' }))
  expect(await dialog.findByText('123456')).toBeDefined()
  const cep = dialog.getByRole('link', { name: 'VER CEP PDF' })
  expect([cep.getAttribute('href'), cep.getAttribute('target')]).toEqual([order.url_cep, '_blank'])
  await userEvent.click(dialog.getByRole('link', { name: 'VER SOLICITUD RELACIONADA' }))
  await vi.waitFor(() => expect(router.state.location.pathname).toBe('/detalle-credito/123'))
})

const payoutsOf = (given: object = {}) => ({
  ...{ paused: false, reason: null, by: null, at: null, in_review: 0, waiting: 0 },
  ...given,
})

test('the orders to review are counted on their chip and in the menu, each with its reason', async () => {
  const order = transferOf({ needs_review: true, review_reason: 'STP no la conoce.' })
  const calls = answerWith({
    ...basics,
    'GET /stp/payouts': payoutsOf({ in_review: 3 }),
    'GET /stp': pageWith(order),
  })
  openOffice('/stp')
  await userEvent.click(await screen.findByRole('radio', { name: 'Por revisar · 3' }))
  expect(await screen.findByRole('columnheader', { name: 'Por qué' })).toBeDefined()
  expect(screen.getByText('STP no la conoce.')).toBeDefined()
  expect(screen.getByRole('link', { name: /Órdenes STP\s*3 por revisar/ })).toBeDefined()
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

test('an admin settles an order in review, reading what follows, saying what happened and why', async () => {
  const calls = answerWith({
    ...basics,
    'GET /stp': pageWith(),
    'GET /stp/50': inReview,
    'GET /stp/50/messages': pageWith(),
    'POST /stp/50/resolve': transferDetailOf(),
  })
  openOffice('/stp?order=50', 'U0')
  expect(await screen.findByText('STP la reporta cancelada después de liquidada.')).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: 'Resolver' }))
  const dialog = within(await screen.findByRole('dialog', { name: '¿Qué pasó con el dinero?' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Resolver' }))
  expect(dialog.getByText('Elige qué pasó con el dinero')).toBeDefined()
  expect(dialog.getByLabelText('No se envió')).toHaveProperty('disabled', true)
  expect(dialog.getByText('STP tuvo esta orden.')).toBeDefined()
  await userEvent.click(dialog.getByLabelText('Se depositó'))
  expect(dialog.getByText(/El préstamo queda vigente y el trabajador lo debe/)).toBeDefined()
  await userEvent.type(dialog.getByLabelText('Motivo'), 'Visto en el banco')
  await userEvent.click(dialog.getByRole('button', { name: 'Confirmar: se depositó' }))
  expect(await screen.findByText('La orden quedó resuelta.')).toBeDefined()
  const posts = calls.filter(({ method }) => method === 'POST')
  expect(posts.map(({ body }) => body)).toEqual([{ outcome: 'settled', reason: 'Visto en el banco' }])
})

test('a second admin reads who was first and sees how it ended', async () => {
  let order = inReview
  answerWith({
    ...basics,
    'GET /stp': pageWith(),
    'GET /stp/50': () => order,
    'GET /stp/50/messages': pageWith(),
    'POST /stp/50/resolve': () => {
      order = transferDetailOf()
      return refusalOf(409, 'transfer.not_in_review', 'Ada Ruiz ya resolvió esta orden. Revisa cómo quedó.')
    },
  })
  openOffice('/stp?order=50', 'U0')
  await userEvent.click(await screen.findByRole('button', { name: 'Resolver' }))
  const dialog = within(await screen.findByRole('dialog', { name: '¿Qué pasó con el dinero?' }))
  await userEvent.click(dialog.getByLabelText('Se devolvió'))
  await userEvent.type(dialog.getByLabelText('Motivo'), 'Regresó')
  await userEvent.click(dialog.getByRole('button', { name: 'Confirmar: se devolvió' }))
  expect(await screen.findByText('Ada Ruiz ya resolvió esta orden. Revisa cómo quedó.')).toBeDefined()
  await vi.waitFor(() => expect(screen.queryByRole('button', { name: 'Resolver' })).toBeNull())
})

test('a manager asks STP and sees its record beside ours, and cannot resolve', async () => {
  const stp = {
    ...{ register_order: '9001', stp_state: 'CN', state: 'CN', amount: 12_000 },
    ...{ beneficiary_account: '012180100001583800', operation_date: '2026-11-16' },
    ...{ ts_liquidation: null, return_cause: null },
  }
  answerWith({
    ...basics,
    'GET /stp': pageWith(),
    'GET /stp/50': inReview,
    'GET /stp/50/messages': pageWith({
      ...{ id: 1, received_at: '2026-11-16T19:00:00Z', stated: 'CANCELACION', state: 'CN' },
      ...{ return_cause: null, ip: null, outcome: 'confirmed' },
    }),
    'POST /stp/50/ask': { asked_at: '2026-11-16T20:00:00Z', stp, order: inReview },
  })
  openOffice('/stp?order=50', 'U1')
  expect(await screen.findByText(/Solo administración puede resolverla/)).toBeDefined()
  expect(await screen.findByText('«CANCELACION» (Cancelada)')).toBeDefined()
  expect(screen.getByText('Confirmado por consulta')).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Resolver' })).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Preguntar a STP' }))
  const row = within(await screen.findByRole('row', { name: /^Estado/ }))
  expect(row.getByText('Liquidada')).toBeDefined()
  expect(row.getByText('distinto')).toBeDefined()
  expect(within(screen.getByRole('row', { name: /^Monto/ })).queryByText('distinto')).toBeNull()
})

test('an admin pauses every payout with a reason, and lets them go on', async () => {
  let payouts = payoutsOf()
  const calls = answerWith({
    ...basics,
    'GET /stp': pageWith(),
    'GET /stp/payouts': () => payouts,
    'PUT /stp/payouts': ({ body }: { body: { paused: boolean; reason?: string } }) => {
      payouts = payoutsOf({ ...body, by: 'Ada Ruiz', at: '2026-11-16T18:00:00Z', waiting: 2 })
      return payouts
    },
  })
  openOffice('/stp', 'U0')
  await userEvent.click(await screen.findByRole('button', { name: 'Pausar envíos' }))
  const dialog = within(await screen.findByRole('dialog', { name: '¿Pausar todos los envíos?' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Pausar envíos' }))
  expect(dialog.getByText('Escribe el motivo')).toBeDefined()
  await userEvent.type(dialog.getByLabelText('Motivo'), 'STP no responde')
  await userEvent.click(dialog.getByRole('button', { name: 'Pausar envíos' }))
  expect(
    await screen.findByText(/Los envíos de dinero están en pausa \(Ada Ruiz, 16 de noviembre/),
  ).toBeDefined()
  expect(screen.getByText('«STP no responde»')).toBeDefined()
  await userEvent.click(await screen.findByRole('button', { name: 'Reanudar envíos' }))
  const resume = within(await screen.findByRole('dialog', { name: '¿Reanudar los envíos?' }))
  expect(resume.getByText(/STP recibe 2 órdenes que esperan/)).toBeDefined()
  await userEvent.click(resume.getByRole('button', { name: 'Reanudar' }))
  await vi.waitFor(() => expect(screen.queryByText(/están en pausa/)).toBeNull())
  const puts = calls.filter(({ method }) => method === 'PUT').map(({ body }) => body)
  expect(puts).toEqual([{ paused: true, reason: 'STP no responde' }, { paused: false }])
})

test('says when the orders cannot be brought', async () => {
  answerWith({ ...basics, 'GET /stp': refusalOf(500, 'server.error', 'Algo salió mal. Intenta de nuevo.') })
  openOffice('/stp')
  expect(await screen.findByText('Error al cargar órdenes STP.')).toBeDefined()
  expect(screen.getByRole('button', { name: 'Reintentar' })).toBeDefined()
})
