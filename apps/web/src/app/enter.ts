import { redirect } from '@tanstack/react-router'
import { toast } from '../components/toast.tsx'
import { currentSession } from '../lib/session.ts'
import { store, stored } from '../lib/storage.ts'
import { type Area, guard, homePath, isPlace, type LastVisit, landingPath, loginPath } from './guards.ts'

function lastVisit(): LastVisit | null {
  const [, user, path] = /^(\d+)(\/.*)$/.exec(stored('last-path') ?? '') ?? []
  return path === undefined ? null : { user: Number(user), path }
}

function visitor() {
  const session = currentSession()
  return session.state === 'signed-in' ? session.user : null
}

/** Remembers the path (below the base) that the signed-in person is on, where it is somebody's place. */
export function rememberVisit(path: string): void {
  const user = visitor()
  if (user && isPlace(path)) store('last-path', `${user.id}${path}`)
}

async function expel(width_px: number): Promise<never> {
  toast.error('El usuario no tiene acceso a esta sección.')
  const { signOut } = await import('../lib/sign-in.ts')
  void signOut()
  throw redirect({ to: loginPath(width_px), replace: true })
}

/** A route's `beforeLoad`: lets the visit in, leads it elsewhere, or ends a session that is out of place. */
export function enter(area: Area) {
  return ({ location }: { location: { pathname: string } }) => {
    const width_px = window.innerWidth
    const isRoot = location.pathname === '/'
    const verdict = guard({ area, user: visitor(), lastVisit: lastVisit(), width_px, isRoot })
    if (verdict.act === 'enter') return
    if (verdict.act === 'redirect') throw redirect({ to: verdict.to, replace: true })
    return expel(width_px)
  }
}

/** Leads `{base}/app` to where the visitor left off. */
export function leadOn(guestPath: string): never {
  const user = visitor()
  throw redirect({ to: user ? landingPath(user, lastVisit()) : guestPath, replace: true })
}

/** Leads an unknown path to the visitor's home: what is not there must not lead to what was not there before. */
export function leadHome(guestPath?: string): never {
  const user = visitor()
  throw redirect({ to: user ? homePath(user) : (guestPath ?? loginPath(window.innerWidth)), replace: true })
}
