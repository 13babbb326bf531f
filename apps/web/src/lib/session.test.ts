import { afterEach, expect, test, vi } from 'vitest'
import { userOf } from '../../test/user.ts'
import { api, noContent } from './api.ts'
import { retryLogout } from './pending-logouts.ts'
import { signInPrompt } from './prompt.ts'
import {
  currentSession,
  endSession,
  followOtherTabs,
  isSessionLost,
  loseSession,
  onSessionChange,
  openSession,
  replaceUser,
  sessionEndedText,
  sessionNumber,
} from './session.ts'
import { rejoinSession, signIn, signOut } from './sign-in.ts'
import { store, stored } from './storage.ts'

afterEach(() => {
  endSession()
  localStorage.clear()
  vi.unstubAllGlobals()
})

test('§3 client session state: keeps the session’s number for the next visit and the user, and notifies listeners [B3.15]', () => {
  const listener = vi.fn()
  const silence = onSessionChange(listener)
  openSession('5', userOf({ first_name: 'Ana' }))
  expect(sessionNumber()).toBe('5')
  expect(localStorage.getItem('quincena.session')).toBe('5')
  expect(currentSession()).toMatchObject({ state: 'signed-in', user: { first_name: 'Ana' } })
  replaceUser(userOf({ first_name: 'Anabel' }))
  expect(currentSession()).toMatchObject({ user: { first_name: 'Anabel' } })
  expect([sessionNumber(), listener.mock.calls.length]).toEqual(['5', 2])
  silence()
})

test('§4 session: a logout removes session, last path and user, keeps the drawer and calls the server [B4.17]', async () => {
  const calls: Request[] = []
  vi.stubGlobal('fetch', async (request: Request) => {
    calls.push(request)
    return new Response(null, { status: 204 })
  })
  openSession('5', userOf({}))
  store('last-path', '7/creditos')
  store('drawer', 'closed')
  const leaving = signOut()
  expect([sessionNumber(), stored('last-path'), currentSession()]).toEqual([null, null, { state: 'guest' }])
  expect(stored('drawer')).toBe('closed')
  await leaving
  expect(calls.map(({ method, url }) => `${method} ${new URL(url).pathname}`)).toEqual([
    'POST /api/auth/logout',
  ])
  expect(calls[0]?.headers.get('Quincena-Session')).toBe('5')
})

test('a session that the server ended keeps the last path, and the login shows why', async () => {
  vi.stubGlobal('fetch', async () => new Response('{}', { status: 401 }))
  openSession('5', userOf({}))
  store('last-path', '7/app/personal-data')
  expect(sessionEndedText()).toBeNull()
  await expect(api.post(noContent, '/loan/')).rejects.toMatchObject({ status: 401 })
  expect([currentSession().state, stored('session'), stored('last-path')]).toEqual([
    'guest',
    null,
    '7/app/personal-data',
  ])
  expect(sessionEndedText()).toBe('Tu sesión terminó. Inicia sesión de nuevo.')
  openSession('6', userOf({}))
  expect(sessionEndedText()).toBeNull()
})

test('a logout without an answer of the server is sent again with its number, until it is over', async () => {
  const sent: string[] = []
  const wifiPage = new Response('<html>Wi-Fi</html>', { headers: { 'Content-Type': 'text/html' } })
  const answers = [null, new Response('{}', { status: 503 }), wifiPage, new Response('{}', { status: 401 })]
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  vi.stubGlobal('fetch', async ({ url, headers }: Request) => {
    sent.push(`${new URL(url).pathname} ${headers.get('Quincena-Session')}`)
    const answer = answers.shift()
    if (answer === null || answer === undefined) throw new TypeError('no network')
    return answer
  })
  openSession('5', userOf({}))
  await signOut()
  for (const tries of [2, 3]) {
    expect(stored('leaving')).toBe('5')
    await retryLogout()
    expect(sent).toHaveLength(tries)
  }
  await retryLogout()
  expect(stored('leaving')).toBeNull()
  await retryLogout()
  expect(sent).toEqual(['5', '5', '5', '5'].map((number) => `/api/auth/logout ${number}`))
})

test('a sign-in waits for the logout before it, and its cookie replaces that of a logout without answer', async () => {
  const calls: string[] = []
  let answer = (_: Response) => {}
  vi.stubGlobal('fetch', async (request: Request) => {
    calls.push(new URL(request.url).pathname)
    if (request.url.endsWith('/logout')) return new Promise<Response>((resolve) => (answer = resolve))
    expect(await request.json()).toMatchObject({ email: 'bea@empresa.mx', session: 'cookie' })
    return Response.json({ ...userOf({ id: 8 }), session_id: 6, expires_at: '2026-12-31T00:00:00Z' })
  })
  openSession('5', userOf({ id: 7 }))
  const leaving = signOut()
  const signingIn = signIn({ email: 'bea@empresa.mx', password: 'Quincena-2026' })
  await vi.waitFor(() => expect(calls).toHaveLength(1), 10_000)
  answer(new Response('{}', { status: 503 }))
  await vi.waitFor(() => expect(calls).toHaveLength(2), 10_000)
  answer(new Response('{}', { status: 503 }))
  await Promise.all([leaving, signingIn])
  expect(calls).toEqual(['/api/auth/logout', '/api/auth/logout', '/api/auth/login'])
  expect([sessionNumber(), stored('session'), stored('leaving')]).toEqual(['6', '6', null])
})

test('keeps the session of a logout until the server answers', async () => {
  let answer = (_: Response) => {}
  vi.stubGlobal('fetch', () => new Promise<Response>((resolve) => (answer = resolve)))
  openSession('5', userOf({}))
  const leaving = signOut()
  await vi.waitFor(() => expect(stored('leaving')).toBe('5'), 10_000)
  answer(new Response(null, { status: 204 }))
  await leaving
  expect(stored('leaving')).toBeNull()
})

const inAnotherTab = (change: () => void) => {
  change()
  window.dispatchEvent(new StorageEvent('storage', { key: 'quincena.session' }))
}

test.each([null, 'of-another-person'])('a session that another tab ends (%s) ends in this tab', (left) => {
  const beginAnew = vi.fn()
  const stop = followOtherTabs({ rejoin: async () => true, restart: beginAnew })
  openSession('5', userOf({}))
  inAnotherTab(() => store('drawer', 'closed'))
  expect([currentSession().state, beginAnew.mock.calls.length]).toEqual(['signed-in', 0])
  store('last-path', '7/app/personal-data')
  inAnotherTab(() => store('session', left))
  expect(stored('last-path'), 'the other tab’s to keep or to clear').toBe('7/app/personal-data')
  expect([currentSession(), sessionNumber()]).toEqual([{ state: 'guest' }, null])
  expect([stored('session'), beginAnew.mock.calls.length]).toEqual([left, 1])
  inAnotherTab(() => store('session', 'a-later-one'))
  expect(beginAnew).toHaveBeenCalledTimes(1)
  stop()
})

test('an open staff page stays when its session ends, and goes on when the same user signs in in another tab', async () => {
  vi.stubGlobal('fetch', async ({ headers }: Request) =>
    headers.get('Quincena-Session') === '6'
      ? Response.json({ user: userOf({ id: 7 }) })
      : new Response('{}', { status: 401 }),
  )
  const restart = vi.fn()
  const signedIn = Promise.withResolvers<boolean>()
  const ask = vi.fn(() => signedIn.promise)
  const unregister = signInPrompt.register(ask)
  const stop = followOtherTabs({ rejoin: rejoinSession, restart })
  openSession('5', userOf({ id: 7 }))
  loseSession()
  loseSession()
  expect(ask).toHaveBeenCalledTimes(1)
  expect([currentSession().state, isSessionLost(), stored('session')]).toEqual(['signed-in', true, '5'])
  inAnotherTab(() => store('session', '6'))
  await vi.waitFor(() => expect(isSessionLost()).toBe(false))
  expect([currentSession().state, sessionNumber(), restart.mock.calls.length]).toEqual(['signed-in', '6', 0])
  inAnotherTab(() => store('session', '8')) // of another user
  await vi.waitFor(() => expect(restart).toHaveBeenCalledTimes(1))
  expect([currentSession(), stored('session')]).toEqual([{ state: 'guest' }, '8'])
  signedIn.resolve(false)
  unregister()
  stop()
})

test('a 401 in this tab leaves the session that another tab opened in storage', async () => {
  const sent: (string | null)[] = []
  vi.stubGlobal('fetch', async ({ headers }: Request) => {
    sent.push(headers.get('Quincena-Session'))
    return new Response('{}', { status: 401 })
  })
  openSession('5', userOf({}))
  store('session', 'of-another-person')
  store('last-path', '9/creditos')
  await expect(api.post(noContent, '/loan/')).rejects.toMatchObject({ status: 401 })
  expect(sent).toEqual(['5'])
  expect([currentSession(), stored('session'), stored('last-path')]).toEqual([
    { state: 'guest' },
    'of-another-person',
    '9/creditos',
  ])
})
