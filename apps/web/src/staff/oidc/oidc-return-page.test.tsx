import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { answerWith, buildRefusal } from '../../../test/server.ts'
import { openStaffGuest } from '../../../test/staff-screen.tsx'
import { userOf } from '../../../test/user.ts'

const answer = {
  ...userOf({ id: 7, first_name: 'Irma', user_type: 'U0' }),
  session_id: 9,
  expires_at: '2026-11-21T04:00:00Z',
}
const returned = '/auth/proveedor?code=12345&state=a-state&iss=https%3A%2F%2Flogin.example'

beforeEach(() => {
  const meta = document.createElement('meta')
  meta.setAttribute('name', 'oidc')
  meta.setAttribute('content', 'Entrar con Préstamos del Norte')
  document.head.append(meta)
})
afterEach(() => {
  document.querySelector('meta[name=oidc]')?.remove()
  vi.unstubAllGlobals()
})

test('the login has the button only where the page names a provider, and leaves for it', async () => {
  const assign = vi.fn<(url: string) => void>()
  vi.stubGlobal('location', { ...window.location, assign })
  answerWith({ 'POST /auth/oidc-login/start': { url: 'https://login.example/authorize?state=x' } })
  openStaffGuest('/auth/inicio-de-sesion')
  await userEvent.click(await screen.findByRole('button', { name: 'Entrar con Préstamos del Norte' }))
  await vi.waitFor(() => expect(assign).toHaveBeenCalledWith('https://login.example/authorize?state=x'))
})

test('the return page has no button without a provider', async () => {
  document.querySelector('meta[name=oidc]')?.remove()
  openStaffGuest('/auth/proveedor')
  expect(await screen.findByRole('link', { name: 'Entrar con contraseña o llave de acceso' })).toBeVisible()
  expect(screen.queryByRole('button')).toBeNull()
})

test('the login has no button without a provider', async () => {
  document.querySelector('meta[name=oidc]')?.remove()
  openStaffGuest('/auth/inicio-de-sesion')
  expect(await screen.findByRole('button', { name: 'Ingresar' })).toBeVisible()
  expect(screen.queryByRole('button', { name: /Préstamos/ })).toBeNull()
})

test('sends what the provider returned once, as text, and welcomes', async () => {
  const calls = answerWith({ 'POST /auth/oidc-login': answer })
  openStaffGuest(returned)
  expect(await screen.findByText('¡Bienvenido, Irma!')).toBeVisible()
  const sent = calls.filter(({ path }) => path === '/auth/oidc-login')
  expect(sent.map(({ body }) => body)).toEqual([
    expect.objectContaining({
      ...{ code: '12345', state: 'a-state', iss: 'https://login.example', session: 'cookie' },
    }),
  ])
})

test('asks for the own code, also after a reload, and starts again when the step is over', async () => {
  let codeAnswer: unknown = buildRefusal(401, 'code_invalid', 'El código no es correcto o ya venció.')
  const calls = answerWith({
    'POST /auth/oidc-login': buildRefusal(401, 'code_required', 'Escribe el código.'),
    'POST /auth/oidc-login/code': () => codeAnswer,
  })
  const router = openStaffGuest(returned.replace('a-state', 'second-state'))
  await screen.findByLabelText('Código de verificación')
  expect(router.state.location.href).toBe('/auth/proveedor?paso=codigo')
  await userEvent.type(screen.getByLabelText('Código de verificación'), '123456{Enter}')
  expect(await screen.findByText('El código no es correcto o ya venció.')).toBeVisible()
  codeAnswer = buildRefusal(401, 'oidc.expired', 'Este inicio de sesión venció o ya se usó.')
  await userEvent.click(screen.getByRole('button', { name: 'Ingresar' }))
  expect(await screen.findByText('Este inicio de sesión venció o ya se usó.')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Entrar con Préstamos del Norte' })).toBeVisible()
  expect(calls.filter(({ path }) => path === '/auth/oidc-login')).toHaveLength(1)
})

test('a reload of the step with a code shows that step again', async () => {
  answerWith({})
  openStaffGuest('/auth/proveedor?paso=codigo')
  expect(await screen.findByLabelText('Código de verificación')).toBeVisible()
})

test('says that the provider did not let the person in', async () => {
  const calls = answerWith({})
  openStaffGuest('/auth/proveedor?error=access_denied&state=x')
  expect(
    await screen.findByText('Tu empresa no autorizó la entrada. Intenta de nuevo o entra con tu contraseña.'),
  ).toBeVisible()
  expect(screen.getByRole('link', { name: 'Entrar con contraseña o llave de acceso' })).toBeVisible()
  expect(calls).toEqual([])
})

test('shows why the server refused, and removes code and state from the address', async () => {
  const detail = 'Aquí tu rol es gerente, y los grupos de tu cuenta de la empresa no dan ese rol.'
  answerWith({ 'POST /auth/oidc-login': buildRefusal(401, 'oidc.wrong_group', detail) })
  const router = openStaffGuest(returned.replace('a-state', 'third-state'))
  expect(await screen.findByText(detail)).toBeVisible()
  await vi.waitFor(() => expect(router.state.location.href).toBe('/auth/proveedor'))
})
