import { redirect } from '@tanstack/react-router'
import { z } from 'zod'
import { toast } from '../components/toast.tsx'
import { currentSession } from '../lib/session.ts'
import { signOut } from '../lib/sign-in.ts'
import { store, stored } from '../lib/storage.ts'
import { type Area, guard, homePath, type LastVisit, landingPath, loginPath } from './guards.ts'

const lastVisitSchema = z.object({ user: z.int(), path: z.string().startsWith('/') })

function lastVisit(): LastVisit | null {
  try {
    return lastVisitSchema.parse(JSON.parse(stored('last-path') ?? 'null'))
  } catch {
    return null
  }
}

function visitor() {
  const session = currentSession()
  return session.state === 'signed-in' ? session.user : null
}

/** Remembers the path (below the base) that the signed-in person is on; the public screens are nobody's place. */
export function rememberVisit(path: string): void {
  const user = visitor()
  if (user && !path.startsWith('/auth/')) store('last-path', JSON.stringify({ user: user.id, path }))
}

/** A route's `beforeLoad`: lets the visit in, leads it elsewhere, or ends a session that is out of place. */
export function enter(area: Area) {
  return ({ location }: { location: { pathname: string } }) => {
    const width_px = window.innerWidth
    const isRoot = location.pathname === '/'
    const verdict = guard({ area, user: visitor(), lastVisit: lastVisit(), width_px, isRoot })
    if (verdict.act === 'enter') return
    if (verdict.act === 'redirect') throw redirect({ to: verdict.to, replace: true })
    toast.error('El usuario no tiene acceso a esta sección.')
    void signOut()
    throw redirect({ to: loginPath(width_px), replace: true })
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
