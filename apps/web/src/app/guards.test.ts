import { expect, test } from 'vitest'
import { guard, type Visit } from './guards.ts'

const worker = { id: 7, user_type: 'U2', is_onboarding_dismissed: true } as const
const manager = { id: 2, user_type: 'U1', is_onboarding_dismissed: true } as const

const buildVisit = (visitPart: Partial<Visit>): Visit => ({
  area: 'worker',
  user: null,
  lastVisit: null,
  width_px: 1440,
  isRoot: false,
  ...visitPart,
})

const cases: [string, Partial<Visit>, ReturnType<typeof guard>][] = [
  ['a guest on a phone', { width_px: 500 }, { action: 'redirect', to: '/app/login' }],
  ['a guest at a desk', { width_px: 501 }, { action: 'redirect', to: '/auth/inicio-de-sesion' }],
  ['a guest on a public screen', { area: 'worker-public' }, { action: 'enter' }],
  ['a worker in the app', { user: worker }, { action: 'enter' }],
  ['staff in the office', { user: manager, area: 'staff' }, { action: 'enter' }],
  ['a worker at a login', { user: worker, area: 'staff-public' }, { action: 'redirect', to: '/app/home' }],
  [
    'a worker who has not seen the onboarding',
    { user: { ...worker, is_onboarding_dismissed: false }, area: 'worker-public' },
    { action: 'redirect', to: '/app/onboarding' },
  ],
  ['staff at a login', { user: manager, area: 'worker-public' }, { action: 'redirect', to: '/' }],
  ['staff in the app', { user: manager, area: 'worker' }, { action: 'redirect', to: '/' }],
  [
    'a worker at the root',
    { user: worker, area: 'staff', isRoot: true },
    { action: 'redirect', to: '/app/home' },
  ],
  ['a worker in the office', { user: worker, area: 'staff' }, { action: 'signOut' }],
  [
    'a worker who last read a public text',
    { user: worker, area: 'worker-public', lastVisit: { user: 7, path: '/app/legal/terms' } },
    { action: 'redirect', to: '/app/home' },
  ],
  [
    'a worker who last verified a document',
    { user: worker, area: 'worker-public', lastVisit: { user: 7, path: '/verificar' } },
    { action: 'redirect', to: '/app/home' },
  ],
  [
    'somebody back where they left off',
    { user: manager, area: 'staff-public', lastVisit: { user: 2, path: '/creditos' } },
    { action: 'redirect', to: '/creditos' },
  ],
  [
    "somebody after another person's visit",
    { user: manager, area: 'staff-public', lastVisit: { user: 9, path: '/creditos' } },
    { action: 'redirect', to: '/' },
  ],
  [
    'a path of the other half',
    { user: worker, area: 'worker-public', lastVisit: { user: 7, path: '/creditos' } },
    { action: 'redirect', to: '/app/home' },
  ],
]

test.each(cases)('decides the visit of %s [B2.4]', (_name, visitPart, decision) => {
  expect(guard(buildVisit(visitPart))).toEqual(decision)
})
