import { MantineProvider } from '@mantine/core'
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { answerWith, buildRefusal } from '../../test/server.ts'
import { userOf } from '../../test/user.ts'
import { Toasts } from '../components/toast.tsx'
import { currentSession, endSession, openSession } from '../lib/session.ts'
import { PasswordPage } from './password-page.tsx'

const done = () => new Response(null, { status: 204 })

afterEach(() => {
  endSession()
  vi.unstubAllGlobals()
})

async function open(path: string, state = {}) {
  const root = createRootRoute()
  const homeRoute = createRoute({ getParentRoute: () => root, path: '/', component: () => <p>La puerta</p> })
  const page = createRoute({ getParentRoute: () => root, path: 'auth/contrasena', component: PasswordPage })
  const history = createMemoryHistory({ initialEntries: [path] })
  history.replace(path, state)
  const router = createRouter({ routeTree: root.addChildren([homeRoute, page]), history })
  render(
    <MantineProvider env="test">
      <Toasts />
      <RouterProvider router={router} />
    </MantineProvider>,
  )
  await screen.findByRole('heading')
}

async function choose(password: string, confirmation = password) {
  await userEvent.clear(screen.getByLabelText('Nueva contraseña'))
  await userEvent.type(screen.getByLabelText('Nueva contraseña'), password)
  await userEvent.type(screen.getByLabelText('Confirma la contraseña'), `${confirmation}{Enter}`)
}

test('a link sets the password, signs out the current user and opens the login', async () => {
  const calls = answerWith({ 'POST /auth/reset-password': done(), 'POST /auth/logout': done() })
  openSession('5', userOf({}))
  await open('/auth/contrasena#token=secreto')
  await choose('Quincena-2026')
  expect(await screen.findByText('La puerta')).toBeVisible()
  expect(screen.getByText('Contraseña guardada. Ya puedes iniciar sesión.')).toBeVisible()
  const sent = calls.filter(({ path }) => path === '/auth/reset-password')
  expect(sent.map(({ body }) => body)).toEqual([{ token: 'secreto', password: 'Quincena-2026' }])
  expect(currentSession().state).toBe('guest')
})

test('sends nothing while the passwords differ and shows the strength', async () => {
  const calls = answerWith({})
  await open('/auth/contrasena#token=secreto')
  await userEvent.click(screen.getByRole('button', { name: 'Guardar contraseña' }))
  expect(await screen.findByText('La nueva contraseña no puede estar vacía.')).toBeVisible()
  await choose('Quincena', 'Quincenas')
  expect(await screen.findByText('Las contraseñas no coinciden.')).toBeVisible()
  expect(screen.getByText('Seguridad: Moderada')).toBeVisible()
  expect(calls.some(({ path }) => path === '/auth/reset-password')).toBe(false)
})

test('shows and hides both passwords at once', async () => {
  answerWith({})
  await open('/auth/contrasena#token=secreto')
  await userEvent.click(screen.getAllByRole('button', { name: 'Mostrar lo escrito' })[0] ?? document.body)
  expect(screen.getByLabelText('Nueva contraseña')).toHaveProperty('type', 'text')
  expect(screen.getByLabelText('Confirma la contraseña')).toHaveProperty('type', 'text')
})

test('shows the rules that a refused password breaks at its field', async () => {
  const errors = {
    password: ['La contraseña debe tener al menos 8 caracteres', 'La contraseña debe incluir un número'],
  }
  const detail = 'La contraseña no cumple las reglas de seguridad.'
  const problem = {
    type: 'about:blank',
    title: 'x',
    status: 422,
    detail,
    code: 'password_weak',
    request_id: 'r',
    errors,
  }
  answerWith({ 'POST /auth/reset-password': Response.json(problem, { status: 422 }) })
  await open('/auth/contrasena#token=secreto')
  await choose('corta')
  const missingRulesText =
    'La contraseña debe tener al menos 8 caracteres. La contraseña debe incluir un número.'
  expect(await screen.findByText(missingRulesText)).toBeVisible()
  const field = screen.getByLabelText('Nueva contraseña')
  expect(field.getAttribute('aria-invalid')).toBe('true')
  expect(document.activeElement).toBe(field)
})

test('lists the rules first, ticks met ones and does not send a password that breaks one', async () => {
  const rules = {
    ...{ passwordLength: 8, advancedStructure: true, lowercase: false },
    ...{ uppercase: false, numbers: true, specialChars: false },
  }
  const calls = answerWith({ 'POST /auth/password-link': { kind: 'invitation', rules } })
  await open('/auth/contrasena#token=secreto')
  expect(await screen.findByText('Debe incluir un número')).toBeVisible()
  expect(screen.getByText(/Te damos la bienvenida/)).toBeVisible()
  await choose('corta-corta')
  expect(screen.getByText('Debe tener al menos 8 caracteres').dataset.met).toBe('true')
  expect(await screen.findByText('La contraseña debe incluir un número.')).toBeVisible()
  expect(calls.map(({ path }) => path)).toEqual(['/auth/password-link'])
})

test('an expired link shows its error before the user types', async () => {
  answerWith({
    'POST /auth/password-link': buildRefusal(422, 'token_invalid', 'El enlace no es válido o ya venció.'),
  })
  await open('/auth/contrasena#token=viejo')
  expect(await screen.findByText(/El enlace no es válido o ya venció/)).toBeVisible()
  expect(screen.queryByLabelText('Nueva contraseña')).toBeNull()
})

test('a link refused on saving shows its error and offers a new link', async () => {
  const detail = 'El enlace no es válido o ya venció.'
  const errors = { token: [detail] }
  const problem = {
    type: 'about:blank',
    title: 'x',
    status: 422,
    detail,
    code: 'token_invalid',
    request_id: 'r',
    errors,
  }
  const calls = answerWith({
    'POST /auth/reset-password': Response.json(problem, { status: 422 }),
    'POST /auth/forgot-password': Response.json({}, { status: 202 }),
  })
  await open('/auth/contrasena#token=usado')
  await choose('Quincena-2026')
  expect(
    (await screen.findByText(/El enlace no es válido o ya venció/)).closest('[role=alert]'),
  ).not.toBeNull()
  await userEvent.type(screen.getByLabelText('Correo electrónico'), ' Ana@ejemplo.mx {Enter}')
  expect(await screen.findByText(/Si el correo existe, te enviamos un enlace/)).toBeVisible()
  expect(calls.at(-1)?.body).toEqual({ email: 'ana@ejemplo.mx' })
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Revisa tu correo' }))
})

test('takes over the e-mail typed at the login', async () => {
  answerWith({})
  await open('/auth/contrasena', { email: 'ana@ejemplo.mx' })
  expect(screen.getByLabelText('Correo electrónico')).toHaveValue('ana@ejemplo.mx')
})

test('without a token requests a link, does not send an invalid address and shows a refusal', async () => {
  const detail = 'Hiciste demasiadas solicitudes. Espera un momento e intenta de nuevo.'
  const calls = answerWith({ 'POST /auth/forgot-password': buildRefusal(429, 'request.too_many', detail) })
  await open('/auth/contrasena')
  expect(screen.getByRole('heading', { name: '¿Olvidaste tu contraseña?' })).toBeVisible()
  await userEvent.type(screen.getByLabelText('Correo electrónico'), 'ana{Enter}')
  expect(await screen.findByText('Revisa tu correo: le falta algo.')).toBeVisible()
  expect(calls).toEqual([])
  await userEvent.type(screen.getByLabelText('Correo electrónico'), '@ejemplo.mx{Enter}')
  expect(await screen.findByText(detail)).toBeVisible()
})
