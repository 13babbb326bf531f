import type { User } from '@quincena/domain/users/schema'

/** The app that a route belongs to, staff or worker, or the public screens of that app. */
export type Area = 'staff' | 'worker' | 'staff-public' | 'worker-public'

export interface Visit {
  area: Area
  /** null for a guest. */
  user: Pick<User, 'id' | 'user_type' | 'is_onboarding_dismissed'> | null
  /** The last path in this browser and its user. */
  lastVisit: LastVisit | null
  width_px: number
  isRoot: boolean
}

export interface LastVisit {
  user: number
  path: string
}

export type GuardDecision = { action: 'enter' } | { action: 'redirect'; to: string } | { action: 'signOut' }

const phoneWidth_px = 500
const workerRoot = '/app'

const isWorkerPath = (path: string) => path === workerRoot || path.startsWith(`${workerRoot}/`)

/** The login for a guest: the worker app's up to a width of 500 px, the staff app's above. */
export function loginPath(width_px: number): string {
  return width_px <= phoneWidth_px ? '/app/login' : '/auth/inicio-de-sesion'
}

/** The first screen of a signed-in user. */
export function homePath({ user_type, is_onboarding_dismissed }: NonNullable<Visit['user']>): string {
  if (user_type !== 'U2') return '/'
  return is_onboarding_dismissed ? '/app/home' : '/app/onboarding'
}

/** False for public screens, also for the legal texts that signed-in users can read: a visit never resumes there. */
export const isResumable = (path: string) => !/^\/((auth|app\/legal|demo)\/|verificar$)/.test(path)

/** Where a signed-in user continues: the own last path if it belongs to the user's app, else the home. */
export function landingPath(user: NonNullable<Visit['user']>, lastVisit: LastVisit | null): string {
  if (lastVisit?.user !== user.id || !isResumable(lastVisit.path)) return homePath(user)
  return isWorkerPath(lastVisit.path) === (user.user_type === 'U2') ? lastVisit.path : homePath(user)
}

/**
 * Decides whether a visit may enter. A worker who opens the root `/` is redirected to the worker's home; on any other
 * staff screen the worker's session ends (spec: backoffice §6).
 */
export function guard({ area, user, lastVisit, width_px, isRoot }: Visit): GuardDecision {
  const isPublic = area === 'staff-public' || area === 'worker-public'
  if (user === null) return isPublic ? { action: 'enter' } : { action: 'redirect', to: loginPath(width_px) }
  if (isPublic) return { action: 'redirect', to: landingPath(user, lastVisit) }
  const own: Area = user.user_type === 'U2' ? 'worker' : 'staff'
  if (area === own) return { action: 'enter' }
  if (own === 'worker' && !isRoot) return { action: 'signOut' }
  return { action: 'redirect', to: homePath(user) }
}
