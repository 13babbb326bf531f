import { isRedirect } from '@tanstack/react-router'
import { beforeEach, expect, test } from 'vitest'
import { userOf } from '../../test/user.ts'
import { endSession, openSession } from '../lib/session.ts'
import { store, stored } from '../lib/storage.ts'
import type { Area } from './guards.ts'
import { enter } from './route-guard.ts'

// Another file's session may be open: files share the process.
beforeEach(() => endSession())

/** The path that a visit is redirected to; null if it may enter. */
function redirectOf(area: Area, pathname: string): string | null {
  try {
    void enter(area)({ location: { pathname } })
    return null
  } catch (error) {
    if (!isRedirect(error)) throw error
    return String(error.options.to)
  }
}

const worker = (id: number) => userOf({ id, user_type: 'U2' })

test('opens the page that a guest asked for after the same user signed in', () => {
  store('last-path', '7/app/home')
  expect(redirectOf('worker', '/app/credit-detail/138')).toMatch(/login|inicio-de-sesion/)
  openSession('5', worker(7))
  expect(redirectOf('worker-public', '/app/login')).toBe('/app/credit-detail/138')
})

test('opens the home for another user than the one whose session ended', () => {
  store('last-path', '7/app/home')
  redirectOf('worker', '/app/credit-detail/138')
  openSession('5', worker(8))
  expect(redirectOf('worker-public', '/app/login')).toBe('/app/home')
})

test('keeps no page of a guest after a logout', () => {
  store('last-path', null)
  redirectOf('worker', '/app/credit-detail/138')
  expect(stored('last-path')).toBeNull()
})

test('keeps the page that staff asked for, but not the root instead of where they were', () => {
  store('last-path', '2/creditos')
  redirectOf('staff', '/')
  expect(stored('last-path')).toBe('2/creditos')
  redirectOf('staff', '/stp')
  openSession('5', userOf({ id: 2, user_type: 'U1' }))
  expect(redirectOf('staff-public', '/auth/inicio-de-sesion')).toBe('/stp')
})
