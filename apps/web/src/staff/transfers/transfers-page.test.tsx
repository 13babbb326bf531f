import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { loanDetailOf } from '../../../test/loan.ts'
import { answerWith, pageWith, refusalOf } from '../../../test/server.ts'
import { openOffice } from '../../../test/staff-screen.tsx'
import { transferOf } from '../../../test/transfer.ts'
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
  const order = transferOf({ url_cep: 'https://www.banxico.org.mx/cep/x' })
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

test('an admin settles an order in review, saying what happened and why', async () => {
  const order = transferOf({ state: null, needs_review: true, review_reason: 'STP no la conoce.' })
  const calls = answerWith({
    ...basics,
    'GET /stp': pageWith(order),
    'GET /stp/50': order,
    'POST /stp/50/resolve': transferOf(),
  })
  openOffice('/stp?order=50', 'U0')
  expect(await screen.findByText('STP no la conoce.')).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: 'Resolver' }))
  const dialog = within(await screen.findByRole('dialog', { name: '¿Qué pasó con el dinero?' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Resolver' }))
  expect(dialog.getByText('Elige qué pasó con el dinero')).toBeDefined()
  await userEvent.click(dialog.getByLabelText('Se depositó'))
  await userEvent.type(dialog.getByLabelText('Motivo'), 'Visto en el banco')
  await userEvent.click(dialog.getByRole('button', { name: 'Resolver' }))
  expect(await screen.findByText('La orden quedó resuelta.')).toBeDefined()
  const posts = calls.filter(({ method }) => method === 'POST')
  expect(posts.map(({ body }) => body)).toEqual([{ outcome: 'settled', reason: 'Visto en el banco' }])
})

test('says when the orders cannot be brought', async () => {
  answerWith({ ...basics, 'GET /stp': refusalOf(500, 'server.error', 'Algo salió mal. Intenta de nuevo.') })
  openOffice('/stp')
  expect(await screen.findByText('Error al cargar órdenes STP.')).toBeDefined()
  expect(screen.getByRole('button', { name: 'Reintentar' })).toBeDefined()
})
