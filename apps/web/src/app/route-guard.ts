import { redirect } from '@tanstack/react-router'
import { toast } from '../components/toast.tsx'
import { currentSession } from '../lib/session.ts'
import { store, stored } from '../lib/storage.ts'
import { type Area, guard, homePath, isResumable, type LastVisit, landingPath, loginPath } from './guards.ts'

function lastVisit(): LastVisit | null {
  const [, user, path] = /^(\d+)(\/.*)$/.exec(stored('last-path') ?? '') ?? []
  return path === undefined ? null : { user: Number(user), path }
}

function currentUser() {
  const session = currentSession()
  return session.state === 'signed-in' ? session.user : null
}

/** Stores the current path (below the base path) with the user's id; skips guests and public paths. */
export function rememberVisit(path: string): void {
  const user = currentUser()
  if (user && isResumable(path)) store('last-path', `${user.id}${path}`)
}

/**
 * Stores the screen that a guest asked for, so that a sign-in continues there. Only for the user whose session ended in
 * this browser: a logout clears the last visit, and another user must not land on the first one's screens.
 */
function rememberWanted(path: string): void {
  const visit = lastVisit()
  if (visit && isResumable(path)) store('last-path', `${visit.user}${path}`)
}

async function signOutWorker(width_px: number): Promise<never> {
  toast.error('El usuario no tiene acceso a esta sección.')
  const { signOut } = await import('../lib/sign-in.ts')
  void signOut()
  throw redirect({ to: loginPath(width_px), replace: true })
}

/** A route's `beforeLoad`: allows the visit, redirects it, or signs out a worker on a staff screen. */
export function enter(area: Area) {
  return ({ location }: { location: { pathname: string } }) => {
    const width_px = window.innerWidth
    const isRoot = location.pathname === '/'
    const user = currentUser()
    const decision = guard({ area, user, lastVisit: lastVisit(), width_px, isRoot })
    if (decision.action === 'enter') return
    if (user === null && !isRoot) rememberWanted(location.pathname)
    if (decision.action === 'redirect') throw redirect({ to: decision.to, replace: true })
    return signOutWorker(width_px)
  }
}

/** Redirects `{base}/app` to the user's last path or home, and a guest to `guestPath`. */
export function redirectToLastPath(guestPath: string): never {
  const user = currentUser()
  throw redirect({ to: user ? landingPath(user, lastVisit()) : guestPath, replace: true })
}

/** Redirects an unknown path to the user's home. Not to the last path, which may be unknown as well. */
export function redirectHome(guestPath?: string): never {
  const user = currentUser()
  throw redirect({ to: user ? homePath(user) : (guestPath ?? loginPath(window.innerWidth)), replace: true })
}
