import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { buildRefusal } from '../../../test/server.ts'
import { userOf } from '../../../test/user.ts'
import { Toasts } from '../../components/toast.tsx'
import { queryClient } from '../../lib/query-client.ts'
import { currentSession, endSession, loseSession, openSession } from '../../lib/session.ts'
import { WorkerLoginPage } from './login-page.tsx'

/** The version of the privacy notice; that of the terms stays. */
let inForce = '2.0'
const legal = (document: string) => ({
  document,
  title: document,
  version: document === 'privacy' ? inForce : '2.0',
  effective_date: '2025-07-01',
  sha256: 'x',
  sections: [{ heading: '1. Quiénes somos', paragraphs: [`El texto de ${document}.`] }],
})

let bodies: unknown[] = []
let isRefused = false
let refusals: Response[] = []

async function answer(request: Request): Promise<Response> {
  const path = new URL(request.url).pathname
  if (path.startsWith('/api/legal/')) return Response.json(legal(path.split('/').at(-1) ?? ''))
  bodies.push(await request.json())
  const refused = refusals.shift()
  if (refused !== undefined) return refused
  if (!isRefused) {
    return Response.json({ ...userOf({}), session_id: 5, expires_at: '2026-12-31T00:00:00Z' })
  }
  const detail = 'No se pudo iniciar sesión con esas credenciales.'
  const problem = {
    type: 'about:blank',
    title: 'x',
    status: 401,
    detail,
    code: 'credentials_invalid',
    request_id: 'r',
  }
  return Response.json(problem, { status: 401 })
}

beforeEach(() => {
  bodies = []
  isRefused = false
  inForce = '2.0'
  queryClient.clear()
  vi.stubGlobal('fetch', answer)
})
afterEach(() => {
  endSession()
  vi.unstubAllGlobals()
})

async function draw() {
  const routeTree = createRootRoute({ component: WorkerLoginPage })
  const router = createRouter({ routeTree, history: createMemoryHistory() })
  render(
    <MantineProvider env="test">
      <Toasts />
      <QueryClientProvider client={new QueryClient()}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>,
  )
  await vi.waitFor(() => expect(screen.getByRole('button', { name: 'Iniciar sesión' })).toBeVisible(), 10_000)
}

const accept = async () => {
  for (const box of screen.queryAllByRole('checkbox')) await userEvent.click(box)
}

async function signIn(password: string) {
  await userEvent.type(screen.getByLabelText('Correo electrónico'), 'ana@ejemplo.mx')
  await userEvent.type(screen.getByLabelText(/contraseña/i), `${password}{Enter}`)
}

test('requires both consents and every field before it sends a request [E5.6 E8.19]', async () => {
  await draw()
  await userEvent.click(screen.getByRole('button', { name: 'Iniciar sesión' }))
  expect(await screen.findByText('Debes aceptar los términos y condiciones')).toBeVisible()
  expect(screen.getByText('Debes aceptar el aviso de privacidad')).toBeVisible()
  expect(screen.getAllByText('Campo requerido')).toHaveLength(2)
  expect(screen.getByLabelText('Contraseña').getAttribute('aria-invalid')).toBe('true')
  expect(await screen.findByText('Formulario inválido')).toBeVisible()
  expect(bodies).toEqual([])
})

test('says that the session ended, and removes the toast of an incomplete form on leaving', async () => {
  openSession('5', userOf({}))
  loseSession()
  await draw()
  expect(screen.getByText('Tu sesión terminó. Inicia sesión de nuevo.')).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Iniciar sesión' }))
  expect(await screen.findByText('Formulario inválido')).toBeVisible()
  cleanup()
  render(<Toasts />)
  expect(screen.queryByText('Formulario inválido')).toBeNull()
})

test('validates the e-mail on blur, then at each change', async () => {
  await draw()
  const email = screen.getByLabelText('Correo electrónico')
  await userEvent.type(email, 'nadie@')
  expect(screen.queryByText('Revisa tu correo: le falta algo.')).toBeNull()
  await userEvent.tab()
  expect(await screen.findByText('Revisa tu correo: le falta algo.')).toBeVisible()
  await userEvent.type(email, 'ejemplo.mx')
  expect(screen.queryByText('Revisa tu correo: le falta algo.')).toBeNull()
})

test('sends the consents to the versions in force, opens the session and does not ask this browser again [E2.13]', async () => {
  await draw()
  await userEvent.click(screen.getByRole('button', { name: 'términos y condiciones' }))
  expect(await screen.findByText('El texto de terms.')).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await accept()
  await signIn('Quincena-2026')
  await vi.waitFor(() => expect(currentSession().state).toBe('signed-in'), 10_000)
  const consents = [
    { document: 'terms', version: '2.0' },
    { document: 'privacy', version: '2.0' },
  ]
  expect(bodies).toMatchObject([{ email: 'ana@ejemplo.mx', password: 'Quincena-2026', consents }])
  await vi.waitFor(() => expect(screen.queryAllByRole('checkbox')).toEqual([]), 10_000)
})

test('shows why the sign-in was refused and keeps the input', async () => {
  isRefused = true
  await draw()
  await accept()
  await signIn('mala')
  expect(await screen.findByText('No se pudo iniciar sesión con esas credenciales.')).toBeVisible()
  expect(screen.getByLabelText('Correo electrónico')).toHaveValue('ana@ejemplo.mx')
  expect(currentSession().state).toBe('guest')
})

test('asks for the second-step code, shows a code error, accepts a recovery code and keeps the input [E2.15]', async () => {
  const refuseWithoutCode = () =>
    buildRefusal(401, 'code_required', 'Escribe el código de tu aplicación de verificación.')
  refusals = [
    refuseWithoutCode(),
    buildRefusal(401, 'code_invalid', 'El código no es correcto o ya venció.'),
    refuseWithoutCode(),
  ]
  await draw()
  await accept()
  await signIn('Quincena-2026')
  const code = await screen.findByLabelText('Código de verificación')
  expect(code.getAttribute('autocomplete')).toBe('one-time-code')
  expect(document.activeElement).toBe(code)
  await userEvent.type(code, '123{Enter}')
  expect(
    screen.getByText('El código lleva 6 dígitos; uno de recuperación, 10 letras y números.'),
  ).toBeVisible()
  await userEvent.clear(code)
  await userEvent.type(code, '000000{Enter}')
  expect(await screen.findByText('El código no es correcto o ya venció.')).toBeVisible()
  expect(code).toHaveValue('000000')
  await userEvent.click(screen.getByRole('button', { name: 'Regresar' }))
  expect(screen.getByLabelText('Contraseña')).toHaveValue('Quincena-2026')
  await userEvent.click(screen.getByRole('button', { name: 'Iniciar sesión' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Usar un código de recuperación' }))
  const recovery = screen.getByLabelText('Código de recuperación')
  await userEvent.clear(recovery)
  await userEvent.type(recovery, '7KQ2M-XW9RD{Enter}')
  await vi.waitFor(() => expect(currentSession().state).toBe('signed-in'), 10_000)
  const device = expect.stringMatching(/^[0-9a-f]{32}$/)
  expect(bodies.at(-1)).toMatchObject({ email: 'ana@ejemplo.mx', code: '7KQ2M-XW9RD', device })
})

test('shows each version as a link on the first focus, and sends only versions that were shown', async () => {
  await draw()
  expect(screen.queryByText(/versión 2\.0/)).toBeNull()
  await userEvent.click(screen.getByLabelText('Correo electrónico'))
  const links = await screen.findAllByRole('button', { name: 'versión 2.0, del 1 de julio de 2025' })
  expect(links).toHaveLength(2)
  await userEvent.click(links[0] ?? document.body)
  expect(await screen.findByText('El texto de terms.')).toBeVisible()
})

test('signs in without a consent to a text that could not be shown', async () => {
  vi.stubGlobal('fetch', (request: Request) =>
    request.url.includes('/legal/') ? Promise.reject(new TypeError('no network')) : answer(request),
  )
  await draw()
  await accept()
  await signIn('Quincena-2026')
  await vi.waitFor(() => expect(currentSession().state).toBe('signed-in'), 10_000)
  expect(bodies).toMatchObject([{ consents: [], refuse_outdated: true }])
})

test('shows the new version of a text that changed in between, unticked, and keeps what was typed', async () => {
  const text = 'El texto cambió. Léelo y acéptalo de nuevo.'
  await draw()
  await accept()
  await screen.findAllByText('versión 2.0, del 1 de julio de 2025')
  refusals = [
    new Response(
      JSON.stringify({
        ...{ type: 'about:blank', title: 'x', status: 409, request_id: 'r' },
        ...{ code: 'legal.version_outdated', detail: text, errors: { privacy: [text] } },
      }),
      { status: 409, headers: { 'content-type': 'application/problem+json' } },
    ),
  ]
  inForce = '2.1'
  await signIn('Quincena-2026')
  expect(await screen.findByText(/^versión 2\.1/)).toBeVisible()
  expect(screen.getByRole('checkbox', { name: 'Acepto el aviso de privacidad' })).not.toBeChecked()
  expect(screen.getByRole('checkbox', { name: 'Acepto los términos y condiciones' })).toBeChecked()
  expect(screen.getByLabelText('Contraseña')).toHaveValue('Quincena-2026')
  expect(screen.getAllByText(text).length).toBeGreaterThan(0)
  await userEvent.click(screen.getByRole('checkbox', { name: 'Acepto el aviso de privacidad' }))
  await userEvent.click(screen.getByRole('button', { name: 'Iniciar sesión' }))
  await vi.waitFor(() => expect(currentSession().state).toBe('signed-in'), 10_000)
  expect(bodies.at(-1)).toMatchObject({ consents: [{ version: '2.0' }, { version: '2.1' }] })
})
