import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { holdDelays } from '../../../test/hold-delays.ts'
import { loanDetailOf, loanItemOf } from '../../../test/loan.ts'
import { answerWith, buildRefusal } from '../../../test/server.ts'
import { openStaffApp } from '../../../test/staff-screen.tsx'
import { endSession } from '../../lib/session.ts'

const folioOf = (id: number) => `C-000${id}`
const request = (id: number, changes = {}) => loanItemOf('requested', { id, folio: folioOf(id), ...changes })

const firstPage = [
  ...[request(101), request(102), request(103), request(104, { documents_open: 5 })],
  loanItemOf('approved', { id: 105, folio: folioOf(105) }),
]
const all = [...firstPage, request(121)]

/** The list has two pages; a call with ids answers these loans. */
const answerList = ({ query }: { query: URLSearchParams }) => {
  const ids = query.get('id__in')?.split(',').map(Number)
  const page = query.get('page') === '2' ? [request(121)] : firstPage
  const results = ids === undefined ? page : all.filter(({ id }) => ids.includes(id))
  return { count: 25, next: null, previous: null, results, situations: { requested: 25 } }
}

const basics = {
  'GET /notification/unread-count': { count: 0 },
  'GET /company/': { count: 0, next: null, previous: null, results: [] },
  'GET /loan': answerList,
}

afterEach(() => {
  endSession()
  vi.unstubAllGlobals()
})

const box = (id: number) => screen.findByLabelText(`Seleccionar ${folioOf(id)}`)
const bar = async () => within(await screen.findByLabelText('Selección'))
const selectedText = async () => (await bar()).getByRole('status').textContent

async function openList(answers = {}) {
  holdDelays()
  const calls = answerWith({ ...basics, ...answers })
  openStaffApp('/creditos')
  await box(101)
  return { calls, decisions: () => calls.filter(({ method }) => method === 'PATCH') }
}

/** Selects rows, opens the dialog of a decision and returns it. */
async function openDialog(name: 'Aprobar' | 'Rechazar', ids: readonly number[]) {
  for (const id of ids) await userEvent.click(await box(id))
  await userEvent.click((await bar()).getByRole('button', { name }))
  return within(await screen.findByRole('dialog', { name: /las seleccionadas/ }))
}

const results = async () =>
  within(await screen.findByRole('dialog', { name: 'Decisiones' }))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent?.replace(' · María López', ': '))

test('selects by checkbox, Shift, Space, X and page; the selection survives paging', async () => {
  await openList()
  const user = userEvent.setup()
  await user.click(await box(101))
  expect(await selectedText()).toBe('1 seleccionada · $12,000.00')
  await user.keyboard('{Shift>}')
  await user.click(await box(103))
  await user.keyboard('{/Shift}')
  expect(await selectedText()).toBe('3 seleccionadas · $36,000.00')
  document.querySelector<HTMLElement>('a[data-row="105"]')?.focus()
  await user.keyboard(' ')
  expect(await box(105)).toBeChecked()
  await user.keyboard('x')
  expect(await box(105)).not.toBeChecked()
  await user.click(screen.getByRole('button', { name: 'Página siguiente' }))
  await user.click(await box(121))
  expect(await selectedText()).toBe('4 seleccionadas · $48,000.00')
  await user.click(screen.getByRole('button', { name: 'Página anterior' }))
  const page = screen.getByLabelText('Seleccionar las filas de esta página')
  await waitFor(async () => expect(await box(101)).toBeChecked())
  expect(page).toBePartiallyChecked()
  await user.click(page)
  expect(await selectedText()).toBe('6 seleccionadas · $72,000.00')
  await user.click((await bar()).getByRole('button', { name: 'Quitar selección' }))
  expect(screen.queryByLabelText('Selección')).toBeNull()
})

test('approves each eligible request with its own key and result, and says why others are left out', async () => {
  const { decisions } = await openList({
    'PATCH /loan/101': loanDetailOf('approved'),
    'PATCH /loan/102': buildRefusal(409, 'loan.credit_active', 'Ya tiene un crédito activo.'),
    'PATCH /loan/103': loanDetailOf('approved'),
  })
  const dialog = await openDialog('Aprobar', [101, 102, 103, 104, 105])
  expect(await dialog.findByText('3 solicitudes · $36,000.00.')).toBeVisible()
  expect(dialog.getByRole('link', { name: 'C-000104: 5 documentos sin revisar' })).toBeVisible()
  expect(dialog.getByText('1 solicitud no se puede aprobar: 1 Por firmar.')).toBeVisible()
  await userEvent.click(dialog.getByRole('button', { name: 'Aprobar 3' }))
  expect(decisions()).toEqual([])
  await userEvent.click(await screen.findByRole('button', { name: 'Enviar ya' }))
  await screen.findByText('2 aprobadas, 1 sin aprobar')
  expect(await results()).toEqual([
    'C-000101: Aprobada',
    'C-000102: Ya tiene un crédito activo.',
    'C-000103: Aprobada',
  ])
  expect(screen.queryByRole('button', { name: /^Reintentar/ })).toBeNull()
  expect(decisions().map(({ path }) => path)).toEqual(['/loan/101', '/loan/102', '/loan/103'])
  expect(new Set(decisions().map(({ headers }) => headers.get('Idempotency-Key'))).size).toBe(3)
  expect(decisions()[0]?.body).toEqual({
    status: 'APP',
    seen: { status: 'INA', amount: 12_000, period: '12 meses' },
  })
  await userEvent.click(screen.getByRole('button', { name: 'Cerrar' }))
  expect(await selectedText()).toBe('3 seleccionadas · $36,000.00')
})

test('one lost answer stops the rest; a retry sends them with the same key and one reason for all', async () => {
  let isDown = true
  const { decisions } = await openList({
    'PATCH /loan/101': () => (isDown ? new Response('', { status: 502 }) : loanDetailOf('rejected')),
    'PATCH /loan/102': loanDetailOf('rejected'),
  })
  const dialog = await openDialog('Rechazar', [101, 102])
  await userEvent.type(await dialog.findByLabelText('Motivo (opcional)'), 'Faltan recibos')
  await userEvent.click(dialog.getByRole('button', { name: 'Rechazar 2' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Enviar ya' }))
  const retry = await screen.findByRole('button', { name: 'Reintentar 2' })
  expect(decisions()).toHaveLength(1)
  isDown = false
  await userEvent.click(retry)
  await screen.findByText('2 rechazadas')
  const keys = decisions().map(({ headers }) => headers.get('Idempotency-Key'))
  expect([keys.length, keys[0] === keys[1], keys[1] === keys[2]]).toEqual([3, true, false])
  expect(decisions().map(({ body }) => body)).toEqual(
    Array.from({ length: 3 }, () => expect.objectContaining({ status: 'REJ', reason: 'Faltan recibos' })),
  )
})

test('undo sends none of them and keeps the selection', async () => {
  const { decisions } = await openList()
  const dialog = await openDialog('Aprobar', [101, 102])
  await userEvent.click(await dialog.findByRole('button', { name: 'Aprobar 2' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Deshacer' }))
  expect(await selectedText()).toBe('2 seleccionadas · $24,000.00')
  expect(decisions()).toEqual([])
})

test('exports the selected loans', async () => {
  const { calls } = await openList({ 'GET /loan/export': new Response('x') })
  for (const id of [101, 103]) await userEvent.click(await box(id))
  await userEvent.click((await bar()).getByRole('button', { name: 'Exportar seleccionadas' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'CSV (.csv)' }))
  await vi.waitFor(() => expect(calls.some(({ path }) => path === '/loan/export')).toBe(true))
  const { query } = calls.find(({ path }) => path === '/loan/export') ?? {}
  expect(query?.toString()).toBe('type=credit&id__in=101%2C103&ordering=-created_at&format=csv')
})

test('a second decision waits for the first one, and each loan gets its own', async () => {
  let answerFirst = () => undefined as unknown
  const held = new Promise<void>((open) => {
    answerFirst = open
  })
  const { decisions } = await openList({
    'PATCH /loan/101': async () => {
      await held
      return loanDetailOf('approved')
    },
    'PATCH /loan/102': loanDetailOf('approved'),
    'PATCH /loan/103': loanDetailOf('rejected'),
  })
  const approval = await openDialog('Aprobar', [101, 102])
  await userEvent.click(await approval.findByRole('button', { name: 'Aprobar 2' }))
  for (const id of [101, 102]) await userEvent.click(await box(id))
  const rejection = await openDialog('Rechazar', [103])
  await userEvent.click(await rejection.findByRole('button', { name: 'Rechazar 1' }))
  const [first, second] = await screen.findAllByRole('button', { name: 'Enviar ya' })
  if (first === undefined || second === undefined) throw new Error('two decisions should wait')
  await userEvent.click(first)
  await userEvent.click(second)
  expect(decisions().map(({ path }) => path)).toEqual(['/loan/101'])
  answerFirst()
  await screen.findByText('2 aprobadas')
  await userEvent.click(screen.getByRole('button', { name: 'Cerrar' }))
  await screen.findByText('1 rechazada')
  expect(decisions().map(({ path, body }) => [path, (body as { status: string }).status])).toEqual([
    ['/loan/101', 'APP'],
    ['/loan/102', 'APP'],
    ['/loan/103', 'REJ'],
  ])
})
