import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { matchedAccountOf, statementOf, statementPreviewOf } from '../../../test/bank-statement.ts'
import { answerWith, buildPage, buildRefusal } from '../../../test/server.ts'
import { openStaffApp } from '../../../test/staff-screen.tsx'
import { endSession } from '../../lib/session.ts'

const upload = 'POST /treasury/bank-accounts/3/statements'
const history = 'GET /treasury/bank-accounts/3/statements'
const basics = {
  'GET /notification/unread-count': { count: 0 },
  'GET /treasury/bank-accounts': { results: [matchedAccountOf()] },
  [history]: buildPage(),
}
const file = new File(['Fecha,Concepto,Abonos'], 'estado.csv', { type: 'text/csv' })
const path = '/tesoreria/bancos?cuenta=3&vista=estados'

afterEach(() => {
  endSession()
  vi.unstubAllGlobals()
})

const choose = async () =>
  userEvent.upload(await screen.findByLabelText('Suelta aquí el estado de cuenta o elígelo'), file)
const send = () => screen.getByRole('button', { name: 'Subir estado de cuenta' })

test('shows the first rows with their problems, and reads the file again with other columns', async () => {
  const calls = answerWith({
    ...basics,
    [upload]: ({ body }: { body: unknown }) => {
      const isWrong = String(body).includes('"date":null')
      const column_problems = isWrong ? { date: 'Elige la columna de la fecha' } : {}
      return { preview: statementPreviewOf({ column_problems }), statement: null }
    },
  })
  openStaffApp(path)
  await choose()
  const rows = within(await screen.findByRole('region', { name: 'Primeros renglones del archivo' }))
  expect(rows.getByRole('row', { name: /20\/11\/2026 SPEI \$500\.00/ })).toBeVisible()
  expect(rows.getByRole('row', { name: /ayer.*Fecha: No es una fecha/ })).toBeVisible()
  expect(screen.getByText(/2 renglones, 1 que no se puede leer/)).toBeVisible()
  await userEvent.click(screen.getByRole('combobox', { name: 'Fecha' }))
  await userEvent.click(await screen.findByRole('option', { name: 'No viene' }))
  expect(await screen.findByText('Elige la columna de la fecha')).toBeVisible()
  expect(send()).toBeDisabled()
  expect(calls.filter(({ method }) => method === 'POST').map(({ query }) => query.get('preview'))).toEqual([
    ...['1', '1'],
  ])
})

test('uploads the file with the shown columns, then shows the progress and the result', async () => {
  let state = statementOf({ state: 'running', rows_done: 2 })
  const calls = answerWith({
    ...basics,
    [upload]: ({ query }: { query: URLSearchParams }) =>
      query.get('preview') === '1'
        ? { preview: statementPreviewOf(), statement: null }
        : { preview: null, statement: state },
    'GET /treasury/bank-statements/5': () => state,
    'GET /treasury/bank-statements/5/rejected': buildPage({
      ...{ row: 3, problems: [{ field: 'Fecha', message: 'No es una fecha' }] },
    }),
  })
  const router = openStaffApp(path)
  await choose()
  await screen.findByRole('region', { name: 'Primeros renglones del archivo' })
  await userEvent.click(send())
  expect(await screen.findByRole('progressbar', { name: 'Avance de la lectura' })).toBeVisible()
  expect(screen.getByText(/2 de 4 renglones/)).toBeVisible()
  expect(calls.findLast(({ method }) => method === 'POST')?.body).toContain('"deposit":"Abonos"')
  state = statementOf()
  expect(await screen.findByText(/Un pago quedó conciliado solo/, {}, { timeout: 5000 })).toBeVisible()
  expect(await screen.findByRole('row', { name: '3 Fecha No es una fecha' })).toBeVisible()
  await userEvent.click(screen.getByRole('link', { name: 'Ir a conciliar' }))
  await vi.waitFor(() => expect(router.state.location.search).toEqual({ cuenta: 3 }))
})

test('a file that cannot be read shows why and lets another be chosen', async () => {
  const text = 'No encontramos los encabezados del estado de cuenta.'
  answerWith({ ...basics, [upload]: buildRefusal(422, 'statement.no_headers', text) })
  openStaffApp(path)
  await choose()
  expect(await screen.findByText(text)).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Quitar archivo' }))
  expect(await screen.findByLabelText('Suelta aquí el estado de cuenta o elígelo')).toBeInTheDocument()
  expect(screen.queryByText(text)).toBeNull()
})

test('lists earlier statements with who uploaded them, and opens one', async () => {
  const router = openStaffAppWith(statementOf({ rejected_count: 0 }))
  const row = await screen.findByRole('row', { name: /estado\.csv Leído 3 0 0 1 Gerardo Soto/ })
  await userEvent.click(row)
  await vi.waitFor(() => expect(router.state.location.search).toMatchObject({ estado: 5 }))
})

function openStaffAppWith(statement: object) {
  answerWith({
    ...{ ...basics, [history]: buildPage(statement) },
    'GET /treasury/bank-statements/5': statement,
  })
  return openStaffApp(path)
}

test('a closed account takes no statement', async () => {
  answerWith({
    ...basics,
    'GET /treasury/bank-accounts': { results: [matchedAccountOf({ closed_at: '2026-11-20T18:00:00Z' })] },
  })
  openStaffApp(path)
  expect(await screen.findByText(/Esta cuenta está cerrada/)).toBeVisible()
  expect(screen.queryByLabelText('Suelta aquí el estado de cuenta o elígelo')).toBeNull()
})
