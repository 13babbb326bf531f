import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { answerWith } from '../../../test/server.ts'
import { userOf } from '../../../test/user.ts'
import { unsubscribeAtUserChange } from '../../lib/phone-push.ts'
import { endSession, openSession } from '../../lib/session.ts'
import { signOut } from '../../lib/sign-in.ts'
import { stored } from '../../lib/storage.ts'
import { pushState, renewPush, turnPushOn } from './push.ts'

/** Endpoint of the current push subscription; null without one. */
let address: string | null
let made: number

beforeEach(() => {
  address = null
  made = 0
  const subscription = {
    toJSON: () => ({ endpoint: address, keys: { p256dh: 'abc', auth: 'def' } }),
    unsubscribe: async () => {
      address = null
      return true
    },
  }
  const pushManager = {
    getSubscription: async () => (address === null ? null : subscription),
    subscribe: async () => {
      made += 1
      address = `https://push.example.mx/${made}`
      return subscription
    },
  }
  Object.defineProperty(navigator, 'serviceWorker', {
    configurable: true,
    value: { getRegistration: async () => ({ active: {}, pushManager }) },
  })
  vi.stubGlobal('PushManager', {})
  vi.stubGlobal('Notification', { permission: 'granted', requestPermission: async () => 'granted' })
})
afterEach(() => {
  endSession()
  vi.unstubAllGlobals()
  Reflect.deleteProperty(navigator, 'serviceWorker')
})

const failCall = () => Promise.reject(new TypeError('no network'))
const done = () => new Response(null, { status: 204 })
const answers = {
  'GET /push/key': { public_key: 'key' },
  'POST /push/subscriptions': done,
  'POST /auth/logout': done,
}

async function turnOnForAna() {
  openSession('5', userOf({ id: 7 }))
  expect(await turnPushOn()).toBe('on')
}

test('unsubscribes on logout without a network, and subscribes again at the user’s next sign-in [E2.56]', async () => {
  const brokenAnswers: Record<string, unknown> = { ...answers }
  const calls = answerWith(brokenAnswers)
  await turnOnForAna()
  brokenAnswers['POST /auth/logout'] = failCall
  await signOut()
  expect(address).toBeNull()

  openSession('6', userOf({ id: 7 }))
  brokenAnswers['POST /push/subscriptions'] = failCall
  await expect(renewPush()).rejects.toMatchObject({ status: 0 })
  expect(await pushState()).toBe('off')
  brokenAnswers['POST /push/subscriptions'] = done
  await renewPush()
  await renewPush()
  expect([await pushState(), made]).toEqual(['on', 3])
  expect(
    calls
      .filter(({ path }) => path === '/push/subscriptions')
      .map(({ headers, body }) => [headers.get('Quincena-Session'), body]),
  ).toEqual(
    [1, 2, 3, 3].map((number) => [
      number === 1 ? '5' : '6',
      { endpoint: `https://push.example.mx/${number}`, keys: { p256dh: 'abc', auth: 'def' } },
    ]),
  )
})

test('unsubscribes if another user signs in after the session expired [E2.56]', async () => {
  const calls = answerWith(answers)
  await turnOnForAna()
  const stop = unsubscribeAtUserChange()
  endSession()
  openSession('6', userOf({ id: 7 }))
  await vi.waitFor(async () => expect(await pushState()).toBe('on'), 10_000)
  endSession()
  openSession('7', userOf({ id: 8 }))
  await vi.waitFor(() => expect([address, stored('push')]).toEqual([null, null]), 10_000)
  await renewPush()
  expect([await pushState(), made]).toEqual(['off', 1])
  expect(calls.filter(({ path }) => path === '/push/subscriptions')).toHaveLength(1)
  stop()
})
