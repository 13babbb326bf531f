import { MantineProvider } from '@mantine/core'
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router'
import { fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { answerWith, buildRefusal } from '../../test/server.ts'
import { VerifyPage } from './verify-page.tsx'

const verify = 'POST /contract/verify'
/** SHA-256 of the test's PDF, computed with another program. */
const hash = '6c8fafae418e3f37bc15e9d823d88c30312968c23288d0b560866fc7d6cee22a'

const signed = {
  found: true,
  ...{ kind: 'signed_contract', state: 'valid', folio: 'C-••••23' },
  ...{ signed_at: '2026-11-20T16:00:00Z', issued_at: null },
  seal: {
    ...{ subject: 'Financiera Ñandú', issuer: 'Autoridad Certificadora' },
    ...{ valid_from: '2026-01-01T18:00:00Z', valid_until: '2030-01-01T18:00:00Z' },
    sealed_at: '2026-11-20T16:05:00Z',
  },
  constancia: { issued_at: '2026-11-20T16:06:00Z', issuer: 'Sellos de tiempo', state: 'valid' },
}

beforeEach(() => {
  const meta = (name: string, content: string) =>
    Object.assign(document.createElement('meta'), { name, content })
  document.head.append(meta('lender', 'Financiera Ñandú'), meta('lender-phone', '55 4000 1500'))
})
afterEach(() => {
  for (const meta of document.querySelectorAll('meta')) meta.remove()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

function openPage() {
  const root = createRootRoute()
  const home = createRoute({ getParentRoute: () => root, path: '/', component: () => null })
  const page = createRoute({ getParentRoute: () => root, path: 'verificar', component: VerifyPage })
  const history = createMemoryHistory({ initialEntries: ['/verificar'] })
  const router = createRouter({ routeTree: root.addChildren([home, page]), history })
  render(
    <MantineProvider env="test">
      <RouterProvider router={router} />
    </MantineProvider>,
  )
}

const pdf = (content = '%PDF-1.7 contrato', name = 'Contrato.pdf') =>
  new File([content], name, { type: 'application/pdf' })

async function choose(...files: File[]) {
  const input = await screen.findByLabelText('Elige o suelta aquí el PDF')
  fireEvent.change(input, { target: { files } })
}

test('sends the hash of the file and nothing of it, and shows what is known of it', async () => {
  const calls = answerWith({ [verify]: signed })
  openPage()
  expect(await screen.findByText(/el archivo no sale de tu dispositivo\./)).toBeVisible()
  await choose(pdf())
  expect(await screen.findByRole('heading', { name: 'Contrato firmado' })).toBeVisible()
  expect(calls.map(({ body }) => body)).toEqual([{ sha256: hash }])
  for (const text of ['Contrato.pdf', 'Vigente', 'C-••••23', '20/11/2026 - 10:00', '20/11/2026 - 10:05'])
    expect(screen.getByText(text)).toBeVisible()
  expect(screen.getByText('Autoridad Certificadora')).toBeVisible()
  expect(screen.getByText('Válida: su firma llega a una autoridad de confianza')).toBeVisible()
})

test.each([
  ['unchecked', /^Cadena no comprobada/],
  ['stand_in', /^De prueba/],
])('never calls a constancia valid whose state is %s', async (state, text) => {
  answerWith({ [verify]: { ...signed, constancia: { ...signed.constancia, state } } })
  openPage()
  await choose(pdf())
  expect(await screen.findByText(text)).toBeVisible()
  expect(screen.queryByText(/^Válida/)).toBeNull()
})

test('states no facts of a constancia that fails its check, and says where there is none', async () => {
  const answers = [
    { ...signed, constancia: { state: 'not_valid' } },
    { ...signed, constancia: null },
  ]
  answerWith({ [verify]: () => answers.shift() })
  openPage()
  await choose(pdf())
  expect(await screen.findByText(/no la tomes como prueba/)).toBeVisible()
  expect(screen.queryByText('Sellos de tiempo')).toBeNull()
  await choose(pdf())
  expect(await screen.findByText('Este archivo no tiene constancia de un tercero.')).toBeVisible()
})

test.each([
  ['unsigned_contract', 'not_sealed', 'Sin firma ni sello'],
  ['unsigned_contract', 'replaced', 'Sustituido'],
  ['no_debt_letter', 'void', 'Sin efecto'],
])('shows the state of a file: %s %s', async (kind, state, label) => {
  const dates = { signed_at: null, issued_at: '2026-11-20T16:00:00Z' }
  answerWith({ [verify]: { ...signed, ...dates, kind, state, seal: null, constancia: null } })
  openPage()
  await choose(pdf())
  expect(await screen.findByText(label)).toBeVisible()
})

test('an unknown file is not called false, and the page says what to do', async () => {
  answerWith({ [verify]: { found: false } })
  openPage()
  await choose(pdf())
  expect(await screen.findByRole('heading', { name: 'No reconocemos este archivo' })).toBeVisible()
  expect(screen.getByRole('link', { name: '55 4000 1500' })).toHaveAttribute('href', 'tel:5540001500')
  expect(screen.queryByRole('alert')).toBeNull()
})

test('refuses other files, files that only are named as a PDF, and large ones, each with its text', async () => {
  const calls = answerWith({})
  openPage()
  await choose(new File(['x'], 'foto.png', { type: 'image/png' }))
  expect(await screen.findByText(/^Ese archivo no es un PDF/)).toBeVisible()
  const large = pdf()
  Object.defineProperty(large, 'size', { value: 21 * 1024 * 1024 })
  await choose(large)
  expect(await screen.findByText(/pesa más de 20 MB/)).toBeVisible()
  await choose(pdf('no es un pdf'))
  expect(await screen.findByText(/^Ese archivo no es un PDF/)).toBeVisible()
  const unreadable = pdf()
  vi.spyOn(unreadable, 'arrayBuffer').mockRejectedValue(new Error('gone'))
  await choose(unreadable)
  expect(await screen.findByText(/no pudo leer el archivo/)).toBeVisible()
  expect(calls).toHaveLength(0)
})

test('refuses several files at once instead of taking the first one', async () => {
  const calls = answerWith({ [verify]: signed })
  openPage()
  const drop = (await screen.findByText('Elige o suelta aquí el PDF')).parentElement ?? document.body
  const files = [pdf(), pdf('%PDF-1.7 otro', 'Otro.pdf')]
  const items = files.map((file) => ({ kind: 'file', type: file.type, getAsFile: () => file }))
  fireEvent.drop(drop, { dataTransfer: { files, items, types: ['Files'] } })
  expect(await screen.findByText('Se revisa un archivo a la vez. Elige o suelta uno solo.')).toBeVisible()
  await choose(pdf(), pdf())
  expect(screen.getByText(/^Se revisa un archivo a la vez/)).toBeVisible()
  expect(calls).toEqual([])
  await choose(pdf())
  expect(await screen.findByRole('heading', { name: 'Contrato firmado' })).toBeVisible()
})

test('says that a browser without WebCrypto cannot verify, and offers no file', async () => {
  vi.stubGlobal('crypto', {})
  openPage()
  expect(await screen.findByRole('alert')).toHaveTextContent(/no puede calcular la huella/)
  expect(screen.queryByLabelText('Elige o suelta aquí el PDF')).toBeNull()
})

test('says that it is offline, and tries the same file again', async () => {
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  answerWith({ [verify]: () => Promise.reject(new TypeError('offline')) })
  openPage()
  expect(await screen.findByText(/^No hay conexión\. El archivo se lee/)).toBeVisible()
  await choose(pdf())
  const retry = await screen.findByRole('button', { name: 'Reintentar' })
  expect(screen.getByRole('alert')).toHaveTextContent(/hace falta internet/)
  online.mockReturnValue(true)
  answerWith({ [verify]: signed })
  await userEvent.click(retry)
  expect(await screen.findByRole('heading', { name: 'Contrato firmado' })).toBeVisible()
})

test('shows the server’s text of a refusal', async () => {
  answerWith({ [verify]: buildRefusal(429, 'request.too_many', 'Demasiados intentos. Espera un minuto.') })
  openPage()
  await choose(pdf())
  expect(await screen.findByRole('alert')).toHaveTextContent('Demasiados intentos. Espera un minuto.')
})
