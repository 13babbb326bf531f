import { afterEach, expect, test, vi } from 'vitest'
import { userOf } from '../../test/user.ts'
import { api, noContent } from './api.ts'
import { retryLogouts } from './pending-logouts.ts'
import {
  currentSession,
  endSession,
  followOtherTabs,
  onSessionChange,
  openSession,
  replaceUser,
  sessionEndedText,
  sessionToken,
} from './session.ts'
import { signOut } from './sign-in.ts'
import { store, stored } from './storage.ts'

afterEach(() => {
  endSession()
  localStorage.clear()
  vi.unstubAllGlobals()
})

test('§3 client session state: keeps the token for the next visit and the user, and notifies listeners [B3.15]', () => {
  const listener = vi.fn()
  const silence = onSessionChange(listener)
  openSession('t-1', userOf({ first_name: 'Ana' }))
  expect(sessionToken()).toBe('t-1')
  expect(localStorage.getItem('quincena.token')).toBe('t-1')
  expect(currentSession()).toMatchObject({ state: 'signed-in', user: { first_name: 'Ana' } })
  replaceUser(userOf({ first_name: 'Anabel' }))
  expect(currentSession()).toMatchObject({ user: { first_name: 'Anabel' } })
  expect([sessionToken(), listener.mock.calls.length]).toEqual(['t-1', 2])
  silence()
})

test('§4 session: a logout removes token, last path and user, keeps the drawer and calls the server [B4.17]', async () => {
  const calls: Request[] = []
  vi.stubGlobal('fetch', async (request: Request) => {
    calls.push(request)
    return new Response(null, { status: 204 })
  })
  openSession('t-1', userOf({}))
  store('last-path', '7/creditos')
  store('drawer', 'closed')
  const leaving = signOut()
  expect([sessionToken(), stored('last-path'), currentSession()]).toEqual([null, null, { state: 'guest' }])
  expect(stored('drawer')).toBe('closed')
  await leaving
  expect(calls.map(({ method, url }) => `${method} ${new URL(url).pathname}`)).toEqual([
    'POST /api/auth/logout',
  ])
  expect(calls[0]?.headers.get('Authorization')).toBe('Bearer t-1')
})

test('a session that the server ended keeps the last path, and the login shows why', async () => {
  vi.stubGlobal('fetch', async () => new Response('{}', { status: 401 }))
  openSession('t-1', userOf({}))
  store('last-path', '7/app/personal-data')
  expect(sessionEndedText()).toBeNull()
  await expect(api.post(noContent, '/loan/')).rejects.toMatchObject({ status: 401 })
  expect([currentSession().state, stored('token'), stored('last-path')]).toEqual([
    'guest',
    null,
    '7/app/personal-data',
  ])
  expect(sessionEndedText()).toBe('Tu sesión terminó. Inicia sesión de nuevo.')
  openSession('t-2', userOf({}))
  expect(sessionEndedText()).toBeNull()
})

test('a logout without a network is sent later with its own token, also under another session', async () => {
  const sent: string[] = []
  const answers = ['lost', 503, 'lost', 401, 204]
  vi.stubGlobal('fetch', async ({ url, headers }: Request) => {
    sent.push(`${new URL(url).pathname} ${headers.get('Authorization')}`)
    const answer = answers.shift()
    if (typeof answer !== 'number') throw new TypeError('no network')
    return new Response(answer === 204 ? null : '{}', { status: answer })
  })
  openSession('t-1', userOf({}))
  await signOut()
  await retryLogouts()
  openSession('t-2', userOf({ id: 2 }))
  await signOut()
  openSession('t-3', userOf({ id: 3 }))
  await retryLogouts()
  expect(sent).toEqual(['t-1', 't-1', 't-2', 't-1', 't-2'].map((token) => `/api/auth/logout Bearer ${token}`))
  expect([stored('leaving'), sessionToken(), currentSession().state]).toEqual([null, 't-3', 'signed-in'])
  await retryLogouts()
  expect(sent).toHaveLength(5)
})

test('keeps the token of a logout until the server answers', async () => {
  let answer = (_: Response) => {}
  vi.stubGlobal('fetch', () => new Promise<Response>((resolve) => (answer = resolve)))
  openSession('t-1', userOf({}))
  const leaving = signOut()
  await vi.waitFor(() => expect(stored('leaving')).toBe('t-1'), 10_000)
  answer(new Response(null, { status: 204 }))
  await leaving
  expect(stored('leaving')).toBeNull()
})

const inAnotherTab = (change: () => void) => {
  change()
  window.dispatchEvent(new StorageEvent('storage', { key: 'quincena.token' }))
}

test.each([null, 'of-another-person'])('a session that another tab ends (%s) ends in this tab', (left) => {
  const beginAnew = vi.fn()
  const stop = followOtherTabs(beginAnew)
  openSession('t-1', userOf({}))
  inAnotherTab(() => store('drawer', 'closed'))
  expect([currentSession().state, beginAnew.mock.calls.length]).toEqual(['signed-in', 0])
  store('last-path', '7/app/personal-data')
  inAnotherTab(() => store('token', left))
  expect(stored('last-path'), 'the other tab’s to keep or to clear').toBe('7/app/personal-data')
  expect([currentSession(), sessionToken()]).toEqual([{ state: 'guest' }, null])
  expect([stored('token'), beginAnew.mock.calls.length]).toEqual([left, 1])
  inAnotherTab(() => store('token', 'a-later-one'))
  expect(beginAnew).toHaveBeenCalledTimes(1)
  stop()
})

test('a 401 in this tab leaves the session that another tab opened in storage', async () => {
  const sent: (string | null)[] = []
  vi.stubGlobal('fetch', async ({ headers }: Request) => {
    sent.push(headers.get('Authorization'))
    return new Response('{}', { status: 401 })
  })
  openSession('mine', userOf({}))
  store('token', 'of-another-person')
  store('last-path', '9/creditos')
  await expect(api.post(noContent, '/loan/')).rejects.toMatchObject({ status: 401 })
  expect(sent).toEqual(['Bearer mine'])
  expect([currentSession(), stored('token'), stored('last-path')]).toEqual([
    { state: 'guest' },
    'of-another-person',
    '9/creditos',
  ])
})
