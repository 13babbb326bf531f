import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { loanItemOf } from '../../../../test/loan.ts'
import { answerWith, buildPage, buildRefusal } from '../../../../test/server.ts'
import { openWorkerApp } from '../../../../test/worker-screen.tsx'
import { saveFile } from '../../../lib/save-file.ts'
import { endSession } from '../../../lib/session.ts'

vi.mock('../../../lib/save-file.ts', () => ({ saveFile: vi.fn() }))
beforeEach(() => vi.mocked(saveFile).mockClear())
afterEach(endSession)

const row = (kind: string, fields = {}) => ({
  ...{ kind, id: 5, loan: 9, folio: 'C-000009', type: 'credit', amount: 10_000, reversed: false },
  created_at: '2026-11-20T18:00:00Z',
  ...fields,
})
const open = () => openWorkerApp('/app/download-history')
const saved = () => vi.mocked(saveFile).mock.calls.map(([, name]) => name)

test.each([
  {
    ...{ label: 'Comprobante de pago', kind: 'receipt', name: 'comprobante-R-000005.pdf' },
    resultText: 'El comprobante se ha descargado correctamente.',
  },
  {
    ...{ label: 'Estado de cuenta', kind: 'statement', name: 'Estado_de_cuenta_C-000009.pdf' },
    resultText: 'El estado de cuenta se ha descargado correctamente.',
  },
])('saves $label with its file name, once after a double tap', async ({ label, kind, name, resultText }) => {
  let answer = () => {}
  const isCalled = new Promise<void>((resolve) => {
    answer = resolve
  })
  const file = async () => {
    await isCalled
    return new Response('%PDF-1.7', { headers: { 'Content-Type': 'application/pdf' } })
  }
  answerWith({
    'GET /downloads': buildPage(row(kind)),
    'GET /loan/payment/5/receipt': file,
    'GET /loan/9/statement': file,
  })
  open()
  await userEvent.dblClick(await screen.findByRole('button', { name: new RegExp(`^${label}`) }))
  answer()
  expect(await screen.findByText(resultText)).toBeVisible()
  expect(saved()).toEqual([name])
})

test.each([
  ['No se encontró el contrato para este préstamo.', buildPage()],
  ['Error al descargar el contrato.', buildRefusal(500, 'unexpected', 'Algo salió mal.')],
])(
  'shows «%s» and saves nothing if the contract cannot be downloaded [E8.14 E8.15]',
  async (text, answer) => {
    answerWith({ 'GET /downloads': buildPage(row('contract')), 'GET /documents/': answer })
    open()
    await userEvent.click(await screen.findByRole('button', { name: /^Contrato/ }))
    expect(await screen.findByText(text)).toBeVisible()
    expect(saved()).toEqual([])
  },
)

test('marks the receipt of a reversed payment, and labels the contract of an advance', async () => {
  const rows = [row('receipt', { reversed: true }), row('contract', { type: 'advance', folio: 'A-000001' })]
  answerWith({ 'GET /downloads': buildPage(...rows) })
  open()
  const [receipt, contract] = await screen.findAllByRole('listitem')
  expect(receipt?.textContent).toBe('Comprobante de pago · AnuladoCrédito C-000009 · $10,000.0020 nov 2026')
  expect(contract?.textContent).toContain('Anticipo A-000001')
})

test.each([
  { state: 'rejected', emptyText: /no se firmó: no hay contrato ni nada que pagar/, totals: 0 },
  { state: 'approved', emptyText: /aparecen aquí cuando lo firmes/, totals: 1 },
] as const)(
  '§2 Documentos: explains why an advance in state $state has no files to save',
  async ({ state, emptyText, totals }) => {
    answerWith({
      'GET /loan': buildPage(loanItemOf(state, { type: 'advance', period: '9' })),
      'GET /downloads': buildPage(),
    })
    openWorkerApp('/app/details-advance-request')
    expect(await screen.findByText(emptyText)).toBeVisible()
    expect(screen.queryAllByText('Total a pagar')).toHaveLength(totals)
  },
)

test('shows an error with a retry if the list fails, and an empty state if there are no files', async () => {
  let answer: unknown = buildRefusal(503, 'unexpected', 'Algo salió mal.')
  answerWith({ 'GET /downloads': () => answer })
  open()
  expect(await screen.findByText('Error al obtener tus descargas')).toBeVisible()
  answer = buildPage()
  await userEvent.click(screen.getByRole('button', { name: 'Reintentar' }))
  expect(await screen.findByText('Todavía no hay descargas')).toBeVisible()
})

test('filters by the kind in the URL, with one call per page', async () => {
  const calls = answerWith({
    'GET /downloads': ({ query }: { query: URLSearchParams }) =>
      query.get('page') === '1'
        ? { ...buildPage(row('receipt')), count: 2, next: 'x' }
        : buildPage(row('receipt', { id: 6 })),
  })
  const router = openWorkerApp('/app/download-history?kind=comprobantes')
  await userEvent.click(await screen.findByRole('button', { name: 'Ver más' }))
  await vi.waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(2), 10_000)
  const listCalls = calls.filter(({ path }) => path === '/downloads')
  expect(listCalls.map(({ query }) => `${query.get('kind')} ${query.get('page')}`)).toEqual([
    'receipt 1',
    'receipt 2',
  ])
  await userEvent.click(screen.getByRole('radio', { name: 'Todas' }))
  await vi.waitFor(() => expect(router.state.location.search).toEqual({}))
})
