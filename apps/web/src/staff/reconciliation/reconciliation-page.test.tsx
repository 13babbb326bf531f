import { businessDay } from '@quincena/domain/dates'
import { formatDate } from '@quincena/domain/format'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { dayDetailOf, differenceOf, reconciledDayOf } from '../../../test/reconciliation.ts'
import { answerWith, buildPage, buildRefusal } from '../../../test/server.ts'
import { openStaffApp } from '../../../test/staff-screen.tsx'
import { endSession } from '../../lib/session.ts'

const basics = { 'GET /notification/unread-count': { count: 0 }, 'GET /stp': buildPage() }
const dayPath = 'GET /stp/reconciliation/2026-11-20'

afterEach(() => {
  endSession()
  vi.unstubAllGlobals()
})

test('lists days with state and three amounts, filters them and opens one', async () => {
  const failed = { status: 'failed', failure_reason: 'STP no respondió.' } as const
  const calls = answerWith({
    ...basics,
    'GET /stp/reconciliation': buildPage(
      reconciledDayOf({ operation_date: '2026-11-23', status: 'running', totals: null, checked_at: null }),
      reconciledDayOf({ status: 'differences', open_differences: 2 }),
      reconciledDayOf({ operation_date: '2026-11-19', status: 'differences', open_differences: 1 }),
      reconciledDayOf({ operation_date: '2026-11-18', ...failed }),
      reconciledDayOf({ operation_date: '2026-11-17', is_partial: true }),
    ),
    [dayPath]: dayDetailOf(),
  })
  const router = openStaffApp('/conciliacion')
  const row = within(await screen.findByRole('row', { name: /^20\/11\/2026/ }))
  expect(row.getByText('2 diferencias')).toBeVisible()
  expect(row.getAllByText('$100,000.00')).toHaveLength(3)
  for (const text of ['En curso', '1 diferencia', 'Falló', 'Cuadra', 'Día aún abierto'])
    expect(screen.getByText(text)).toBeVisible()
  await userEvent.click(screen.getByRole('radio', { name: 'Con diferencias' }))
  await userEvent.type(screen.getByLabelText('Desde'), '2026-11-01')
  await vi.waitFor(() => {
    const lastCall = calls.filter(({ path }) => path === '/stp/reconciliation').at(-1)
    expect(Object.fromEntries(lastCall?.query ?? [])).toEqual({
      has_differences: 'true',
      from: '2026-11-01',
      page: '1',
      page_size: '10',
    })
  }, 10_000)
  await userEvent.click(await screen.findByText('20/11/2026'))
  await vi.waitFor(() => expect(router.state.location.pathname).toBe('/conciliacion/2026-11-20'), 10_000)
})

test('starts the reconciliation of a chosen day and opens that day', async () => {
  const today = businessDay(Temporal.Now.instant())
  const running = { operation_date: today, status: 'running', totals: null, checked_at: null } as const
  const calls = answerWith({
    ...basics,
    'GET /stp/reconciliation': buildPage(),
    [`GET /stp/reconciliation/${today}`]: dayDetailOf(running),
    [`POST /stp/reconciliation/${today}/run`]: reconciledDayOf(running),
  })
  const router = openStaffApp('/conciliacion')
  expect(await screen.findByText('Todavía no se ha conciliado ningún día')).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Conciliar ahora' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Conciliar un día' }))
  const field = dialog.getByLabelText('Día de operación')
  await userEvent.clear(field)
  await userEvent.click(dialog.getByRole('button', { name: 'Conciliar' }))
  expect(await dialog.findByText('Elige un día')).toBeVisible()
  await userEvent.type(field, formatDate(today))
  await userEvent.click(dialog.getByRole('button', { name: 'Elegir en el calendario' }))
  await screen.findByRole('dialog', { name: 'Elegir en el calendario' })
  await userEvent.keyboard('{Escape}')
  await vi.waitFor(
    () => expect(screen.queryByRole('dialog', { name: 'Elegir en el calendario' })).toBeNull(),
    10_000,
  )
  await userEvent.click(dialog.getByRole('button', { name: 'Conciliar' }))
  await vi.waitFor(() => expect(router.state.location.pathname).toBe(`/conciliacion/${today}`), 10_000)
  expect(await screen.findByText(/Comparando las listas de STP/)).toBeVisible()
  expect(calls.filter(({ method }) => method === 'POST')).toHaveLength(1)
})

test('shows meaning, remedy, links and the three sides of a difference', async () => {
  answerWith({
    ...basics,
    [dayPath]: dayDetailOf({ status: 'differences', open_differences: 1 }, [differenceOf()]),
  })
  openStaffApp('/conciliacion/2026-11-20')
  const card = within(await screen.findByRole('article', { name: 'El monto no coincide, 193761953D01' }))
  expect(card.getByText(/STP tiene la orden por un monto distinto/)).toBeVisible()
  expect(card.getByText(/Compara con el CEP/)).toBeVisible()
  for (const text of ['$550.00', 'Abierta']) expect(card.getByText(text)).toBeVisible()
  expect(card.getAllByText('$800.00')).toHaveLength(2)
  expect(card.getByText('Envío de préstamo')).toBeVisible()
  expect(card.getByText('María López')).toBeVisible()
  expect(card.getByRole('link', { name: 'Ver orden' }).getAttribute('href')).toBe('/stp?order=50')
  expect(card.getByRole('link', { name: 'A-000121' }).getAttribute('href')).toBe('/detalle-anticipo/121')
  expect(card.queryByRole('button', { name: 'Cerrar' })).toBeNull()
})

test('adds a note as manager and closes a difference with a reason as admin', async () => {
  const noted = differenceOf({
    note: 'Preguntamos a STP',
    noted_by_name: 'Gerardo Soto',
    noted_at: '2026-11-21T01:00:00Z',
  })
  const calls = answerWith({
    ...basics,
    [dayPath]: dayDetailOf({ status: 'differences', open_differences: 1 }, [noted]),
    'POST /stp/reconciliation/differences/7/note': noted,
  })
  openStaffApp('/conciliacion/2026-11-20', 'U0')
  const card = within(await screen.findByRole('article'))
  expect(card.getByText('Preguntamos a STP')).toBeVisible()
  await userEvent.click(card.getByRole('button', { name: 'Anotar' }))
  let dialog = within(await screen.findByRole('dialog', { name: 'Anotar en la diferencia' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Guardar nota' }))
  expect(dialog.getByText('Escribe la nota')).toBeVisible()
  await userEvent.type(dialog.getByLabelText('Nota'), 'Llamar mañana')
  await userEvent.click(dialog.getByRole('button', { name: 'Guardar nota' }))
  expect(await screen.findByText('La nota quedó guardada.')).toBeVisible()
  await userEvent.click(card.getByRole('button', { name: 'Cerrar' }))
  dialog = within(await screen.findByRole('dialog', { name: 'Cerrar la diferencia' }))
  await userEvent.type(dialog.getByLabelText('Motivo'), 'STP lo corrigió')
  await userEvent.click(dialog.getByRole('button', { name: 'Cerrar diferencia' }))
  expect(await screen.findByText('La diferencia quedó cerrada.')).toBeVisible()
  const bodies = calls.filter(({ method }) => method === 'POST').map(({ body }) => body)
  expect(bodies).toEqual([
    { note: 'Llamar mañana', close: false },
    { note: 'STP lo corrigió', close: true },
  ])
})

test('shows that everything agrees on a day without differences', async () => {
  answerWith({ ...basics, [dayPath]: dayDetailOf() })
  openStaffApp('/conciliacion/2026-11-20')
  expect(await screen.findByText(/Todo coincide/)).toBeVisible()
  expect(screen.getAllByRole('img', { name: 'Coincide' })).toHaveLength(2)
})

test('shows why a run failed and the date of the comparison that is still shown', async () => {
  answerWith({
    ...basics,
    [dayPath]: dayDetailOf({ status: 'failed', failure_reason: 'STP no respondió.' }),
  })
  openStaffApp('/conciliacion/2026-11-20')
  expect(await screen.findByRole('alert')).toHaveTextContent(/STP no respondió\..*comparación del 20\/11/)
})

test('downloads the spreadsheet under its file name', async () => {
  const saved: string[] = []
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    if (this.download !== '') saved.push(this.download)
  })
  vi.stubGlobal(
    'URL',
    Object.assign(URL, { createObjectURL: () => 'blob:x', revokeObjectURL: () => undefined }),
  )
  answerWith({
    ...basics,
    [dayPath]: dayDetailOf(),
    [`${dayPath}/export`]: new Response(new Uint8Array([80, 75])),
  })
  openStaffApp('/conciliacion/2026-11-20')
  await userEvent.click(await screen.findByRole('button', { name: 'Descargar .xlsx' }))
  await vi.waitFor(() => expect(saved).toEqual(['Conciliacion_2026-11-20.xlsx']), 10_000)
  vi.restoreAllMocks()
})

test('shows that a day was never reconciled', async () => {
  answerWith({
    ...basics,
    [dayPath]: buildRefusal(404, 'reconciliation.not_found', 'Ese día no se ha conciliado.'),
  })
  openStaffApp('/conciliacion/2026-11-20')
  expect(await screen.findByText('Ese día no se ha conciliado.')).toBeVisible()
})
