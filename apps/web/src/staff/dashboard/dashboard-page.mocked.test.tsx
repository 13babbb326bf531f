import { type dashboardSummary, MONTH_NAMES } from '@quincena/domain/dashboard/schema'
import { businessDay } from '@quincena/domain/dates'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import type { z } from 'zod'
import { loanItemOf } from '../../../test/loan.ts'
import { balanceOf } from '../../../test/reconciliation.ts'
import { answerWith, buildPage, buildRefusal } from '../../../test/server.ts'
import { openStaffApp } from '../../../test/staff-screen.tsx'
import { userOf } from '../../../test/user.ts'
import { endSession } from '../../lib/session.ts'

// The charts measure their size, which only a real browser can do.
vi.mock('./requests-bars.tsx', () => ({ RequestsBars: () => <svg role="img" /> }))
vi.mock('./documents-donut.tsx', () => ({ DocumentsDonut: () => <svg role="img" /> }))

const thisYear = Number(businessDay(Temporal.Now.instant()).slice(0, 4))

const basics = { 'GET /notification/unread-count': { count: 0 }, 'GET /stp/balance': balanceOf() }
const month = { aceptados: 3, rechazados: 1, pendientes: 2 }
const figures = { credit_count: 54, advance_count: 64, total_credit: 1_234_567.89, total_advance: 98_400 }

function summaryOf(fields: Partial<z.input<typeof dashboardSummary>> = {}): z.input<typeof dashboardSummary> {
  const none = { credit: 0, advance: 0 }
  return {
    ...figures,
    u2_users: 60,
    loans: 118,
    graph_data: {
      credits: MONTH_NAMES.map((name) => ({ name, ...month })),
      advances: MONTH_NAMES.map((name) => ({ name, aceptados: 0, rechazados: 0, pendientes: 0 })),
      documentation_data: [
        { name: 'Con documentos', value: 55 },
        { name: 'Sin documentos', value: 5 },
      ],
    },
    months: {
      current: { credit_count: 8, advance_count: 5, total_credit: 30_000, total_advance: 900 },
      previous: { credit_count: 6, advance_count: 7, total_credit: 20_000, total_advance: 900 },
    },
    attention: {
      ...{ requests: none, overdue: none, returned_payouts: none, transfers_in_review: 0, to_register: 0 },
      unreviewed_advances: 0,
      unidentified: { count: 0, oldest_days: 0 },
      claims: 0,
      accounts: { mismatch: 0, unanswered: 0 },
      ...{ late_proofs: 0, rejected_proofs: 0 },
      balance: { open_cases: 0, suspense: 0 },
    },
    ...fields,
  }
}

afterEach(() => {
  endSession()
  vi.unstubAllGlobals()
})

test('shows the four figures, this month beside the last, and links to what staff must attend to [B2.13]', async () => {
  const attention = {
    requests: { credit: 6, advance: 0 },
    overdue: { credit: 1, advance: 0 },
    returned_payouts: { credit: 1, advance: 1 },
    ...{ unreviewed_advances: 0, transfers_in_review: 0, to_register: 0 },
    unidentified: { count: 3, oldest_days: 12 },
    claims: 0,
    accounts: { mismatch: 0, unanswered: 0 },
    late_proofs: 0,
    rejected_proofs: 0,
    balance: { open_cases: 0, suspense: 0 },
  }
  answerWith({ ...basics, 'GET /loan': buildPage(), 'POST /loan/summary': summaryOf({ attention }) })
  const router = openStaffApp('/')
  expect(await screen.findByText('$1.2M')).toBeVisible()
  for (const text of ['54', '64', '$98.4k']) expect(screen.getByText(text)).toBeVisible()
  expect(screen.getByText(/este mes, 6 hace un mes/).textContent).toBe('8 este mes, 6 hace un mes')
  const waiting = within(screen.getByRole('region', { name: 'Por atender' }))
  const links = waiting.getAllByRole('link').map(({ textContent }) => textContent)
  expect(links).toEqual([
    ...['6 créditos por decidir', '1 crédito retrasado'],
    ...['1 crédito con el depósito devuelto', '1 anticipo con el depósito devuelto'],
    '3 abonos por identificar, el más antiguo de hace 12 días',
  ])
  await userEvent.click(waiting.getByRole('link', { name: '6 créditos por decidir' }))
  await vi.waitFor(() => expect(router.state.location.href).toBe('/creditos?status=INA'), 10_000)
})

test('lists the latest requests with total debt and type and opens one on click [B2.16 B7.24]', async () => {
  const advance = loanItemOf('requested', { id: 9, type: 'advance', folio: 'A-000009' })
  const calls = answerWith({
    ...basics,
    'GET /loan': buildPage(loanItemOf('requested'), advance),
    'POST /loan/summary': summaryOf(),
  })
  const router = openStaffApp('/')
  const row = within(await screen.findByRole('row', { name: /A-000009/ }))
  expect(row.getByText('Anticipo')).toBeVisible()
  expect(row.getByText('$13,200.00')).toBeVisible()
  const { query } = calls.find(({ path }) => path === '/loan') ?? {}
  expect([query?.get('status'), query?.get('page_size')]).toEqual(['INA', '5'])
  await userEvent.click(row.getByText('A-000009'))
  await vi.waitFor(() => expect(router.state.location.pathname).toBe('/detalle-anticipo/9'), 10_000)
})

test('offers every chart as a table and shows a text for a chart without data [B2.17 B8.36]', async () => {
  answerWith({ ...basics, 'GET /loan': buildPage(), 'POST /loan/summary': summaryOf() })
  openStaffApp('/')
  const [requests, documents] = await screen.findAllByRole('button', { name: 'Ver como tabla' })
  expect(await screen.findByRole('row', { name: 'Ene 3 1 2' })).toBeVisible() // the table for screen readers
  await userEvent.click(documents ?? document.body)
  expect(screen.getByRole('row', { name: 'Sin Documentos 5' })).toBeVisible()
  await userEvent.click(requests ?? document.body)
  expect(screen.getByRole('row', { name: 'Ene 3 1 2' })).toBeVisible()
  await userEvent.click(screen.getByRole('tab', { name: 'Anticipos' }))
  expect(await screen.findByText('No hay datos disponibles para mostrar.')).toBeVisible()
})

test('loads another year; an emptied year shows a message and keeps the figures [B2.14 B5.45]', async () => {
  const calls = answerWith({ ...basics, 'GET /loan': buildPage(), 'POST /loan/summary': summaryOf() })
  openStaffApp(`/?year=${thisYear}`)
  await screen.findByText('54')
  await userEvent.click(screen.getByRole('combobox', { name: 'Año' }))
  await userEvent.click(await screen.findByRole('option', { name: String(thisYear) })) // the year that was emptied
  expect(screen.getByText('Selecciona un año válido')).toBeVisible()
  expect(screen.getByText('54')).toBeVisible()
  await userEvent.click(screen.getByRole('combobox', { name: 'Año' }))
  await userEvent.click(await screen.findByRole('option', { name: String(thisYear - 1) }))
  const listCalledYears = () => calls.filter(({ path }) => path === '/loan/summary').map(({ body }) => body)
  await vi.waitFor(() => expect(listCalledYears()).toContainEqual({ year: thisYear - 1 }), 10_000)
  expect(screen.queryByText(/hace un mes/)).toBeNull() // last month is shown only for the current year
  expect(screen.queryByText('Selecciona un año válido')).toBeNull()
})

test('empties the year with the keyboard alone and ignores a year in the URL that is not offered [B2.14]', async () => {
  const calls = answerWith({ ...basics, 'GET /loan': buildPage(), 'POST /loan/summary': summaryOf() })
  openStaffApp('/?year=2003')
  await screen.findByText('54')
  const years = calls.filter(({ path }) => path === '/loan/summary').map(({ body }) => body)
  expect(years).toEqual([{ year: thisYear }])
  screen.getByRole('combobox', { name: 'Año' }).focus()
  await userEvent.tab()
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Quitar año' }))
  await userEvent.keyboard('{Enter}')
  expect(await screen.findByText('Selecciona un año válido')).toBeVisible()
})

test('deletes a request from the table as admin after the dashboard’s own confirmation [B2.16]', async () => {
  const none = new Response(null, { status: 204 })
  const loan = loanItemOf('requested', { id: 9, deletable: true })
  answerWith({
    ...basics,
    'GET /loan': buildPage(loan),
    'POST /loan/summary': summaryOf(),
    'DELETE /loan/9': () => none,
  })
  openStaffApp('/', 'U0')
  await userEvent.click(await screen.findByRole('button', { name: 'Acciones' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Eliminar solicitud' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Eliminar solicitud' }))
  expect(dialog.getByText('¿Seguro que deseas eliminar la solicitud?')).toBeVisible()
  await userEvent.click(dialog.getByRole('button', { name: 'Sí, eliminar' }))
  expect(await screen.findByText('Solicitud eliminada con éxito')).toBeVisible()
})

test('loads the workers without documents only when their tab is opened [B2.15]', async () => {
  const calls = answerWith({
    ...basics,
    'GET /loan': buildPage(),
    'POST /loan/summary': summaryOf(),
    'GET /auth/users': buildPage(
      userOf({ first_name: 'Beto', last_name: 'Núñez', company_name: 'Maquilas' }),
    ),
  })
  openStaffApp('/')
  await screen.findByText('54')
  expect(calls.filter(({ path }) => path === '/auth/users')).toEqual([])
  await userEvent.click(screen.getByRole('tab', { name: 'Sin documentos' }))
  expect(await screen.findByText('Beto Núñez')).toBeVisible()
})

test('shows an error when loading fails and loads again on retry [B2.17 B8.6]', async () => {
  let answer: unknown = buildRefusal(500, 'server.error', 'Algo salió mal. Intenta de nuevo.')
  answerWith({ ...basics, 'GET /loan': buildPage(), 'POST /loan/summary': () => answer })
  openStaffApp('/')
  expect(await screen.findByText('No se pudo cargar la información')).toBeVisible()
  expect(await screen.findByText('Ocurrió un error al cargar la información del dashboard')).toBeVisible()
  answer = summaryOf()
  await userEvent.click(screen.getByRole('button', { name: 'Reintentar' }))
  expect(await screen.findByText('$1.2M')).toBeVisible()
})
