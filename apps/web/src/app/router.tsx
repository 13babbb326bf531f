import {
  type AnyRouter,
  createRoute,
  createRouter,
  lazyRouteComponent,
  parseSearchWith,
  redirect,
} from '@tanstack/react-router'
import { basePath } from '../lib/base-path.ts'
import { setScreenTitle } from '../lib/page-title.ts'
import { placeOf } from '../lib/row-places.ts'
import { currentSession } from '../lib/session.ts'
import { doorRoutes } from './door-routes.ts'
import { isResumable, loginPath } from './guards.ts'
import { page } from './page-route.ts'
import { rootRoute } from './root-route.ts'
import { enter, redirectHome, rememberVisit } from './route-guard.ts'
import { RouteError, RouteNotFound, RoutePending } from './route-states.tsx'
import type { staffRoutes } from './staff-routes.ts'
import { workerRoutes } from './worker-routes.ts'

const getParentRoute = () => rootRoute

/** Open to guests and signed-in users: the link may belong to another user than the signed-in one. */
const password = createRoute({
  ...page(rootRoute, 'auth/contrasena', 'Contraseña'),
  component: lazyRouteComponent(() => import('../password/password-page.tsx'), 'PasswordPage'),
})

/** Open to everybody, in both apps: the evidence pages of contracts name it. */
const verify = createRoute({
  ...page(rootRoute, 'verificar', 'Verificar un documento'),
  component: lazyRouteComponent(() => import('../verify/verify-page.tsx'), 'VerifyPage'),
})

const unknown = createRoute({ getParentRoute, path: '$', beforeLoad: () => redirectHome() })

/** A value of the address. Only a number that reads the same stays one: 2.0 is the text of a version. */
function searchValue(text: string): unknown {
  const value: unknown = JSON.parse(text)
  return typeof value === 'number' && String(value) !== text ? text : value
}

const options = {
  parseSearch: parseSearchWith(searchValue),
  basepath: basePath === '' ? '/' : basePath,
  defaultPreload: 'intent',
  defaultPreloadStaleTime: 0,
  defaultPendingMs: 250,
  defaultPendingComponent: RoutePending,
  defaultErrorComponent: RouteError,
  defaultNotFoundComponent: RouteNotFound,
  scrollRestoration: false,
} as const

const fullTree = (staff: typeof staffRoutes) =>
  rootRoute.addChildren([...staff, workerRoutes, password, verify, unknown])

/** A router with the screens of both apps. */
const createFullRouter = (staff: typeof staffRoutes) =>
  createRouter({ ...options, routeTree: fullTree(staff) })

type Router = ReturnType<typeof createFullRouter>

/** A guest on a narrow screen (up to 500 px), whose login is the worker app's. */
const isPhoneGuest = () =>
  currentSession().state === 'guest' && loginPath(window.innerWidth).startsWith('/app/')

/** Reloads the page at a staff path: the worker app's router has no staff screens. */
async function reloadAtStaffApp({ location }: { location: { publicHref: string } }) {
  if (isPhoneGuest()) throw redirect({ to: '/app/login', replace: true })
  window.location.replace(location.publicHref)
  await new Promise(() => undefined) // the page ends here
}

const staffFallbackRoutes = [
  createRoute({ getParentRoute, path: '/', beforeLoad: reloadAtStaffApp }),
  createRoute({ getParentRoute, path: '$', beforeLoad: reloadAtStaffApp }),
] as const

/** A router with the worker app only, so that a phone does not load the staff app. */
function createWorkerRouter() {
  return createRouter({
    ...options,
    routeTree: rootRoute.addChildren([workerRoutes, password, verify, ...staffFallbackRoutes]),
  })
}

const officeGuards = [
  createRoute({ getParentRoute, path: '/', beforeLoad: enter('staff') }),
  createRoute({ getParentRoute, path: '$', beforeLoad: enter('staff') }),
] as const

/** A router for a guest of the office: a sign-in needs none of its screens, which `addOffice` adds. */
function createDoorRouter() {
  return createRouter({
    ...options,
    routeTree: rootRoute.addChildren([...doorRoutes, workerRoutes, password, verify, ...officeGuards]),
  })
}

type AppRouter = Router | ReturnType<typeof createWorkerRouter> | ReturnType<typeof createDoorRouter>

/** Adds the office's screens to the router of a guest who has signed in. */
async function addOffice(router: AnyRouter): Promise<void> {
  const { staffRoutes } = await import('./staff-routes.ts')
  fullTree(staffRoutes)
  router.setRoutes(router.buildRouteTree())
}

const isStaffSignedIn = () => {
  const session = currentSession()
  return session.state === 'signed-in' && session.user.user_type !== 'U2'
}

/** Sets the tab's title and, after a navigation, moves the focus into the new screen. */
function announce(title: string | undefined, isFirst: boolean): void {
  setScreenTitle(title)
  const main = document.querySelector('main')
  if (!isFirst && main && !main.contains(document.activeElement)) main.focus({ preventScroll: true })
}

function followNavigation(router: AppRouter): void {
  router.subscribe('onResolved', ({ fromLocation, toLocation, pathChanged }) => {
    rememberVisit(toLocation.pathname)
    if (!pathChanged) return
    // After Back a list returns to the row that was opened.
    if (placeOf(toLocation.state.__TSR_key) === undefined) window.scrollTo({ top: 0, behavior: 'instant' })
    announce(router.state.matches.at(-1)?.staticData.title, fromLocation === undefined)
  })
}

const isWorkerPath = (path: string) => path === '/app' || path.startsWith('/app/')

async function createRouterOf(app: 'worker' | 'door' | 'office'): Promise<AppRouter> {
  if (app === 'worker') return createWorkerRouter()
  return app === 'door'
    ? createDoorRouter()
    : createFullRouter((await import('./staff-routes.ts')).staffRoutes)
}

/**
 * Creates the router of the app that the page's URL belongs to. Call it after the session is restored. `refresh` runs
 * the guards again after a sign-in or sign-out; `prepare` loads early what a sign-in will need.
 */
export async function openRouter() {
  const path = window.location.pathname.slice(basePath.length)
  const isWorkerApp = isWorkerPath(path) || (isPhoneGuest() && isResumable(path))
  let isDoor = !isWorkerApp && currentSession().state === 'guest'
  const router = await createRouterOf(isWorkerApp ? 'worker' : isDoor ? 'door' : 'office')
  followNavigation(router)
  const refresh = async () => {
    if (isDoor && isStaffSignedIn()) {
      await addOffice(router)
      isDoor = false
    }
    await router.invalidate()
  }
  const prepare = async () => {
    if (isDoor) await import('./staff-routes.ts')
  }
  return { router, isWorkerApp, refresh, prepare }
}

declare module '@tanstack/react-router' {
  interface Register {
    router: Router
  }
  interface HistoryState {
    /** E-mail typed at the login, which the form for a new password link takes over. */
    email?: string
  }
  interface StaticDataRouteOption {
    /** The screen's Spanish name, shown in the tab's title. */
    title?: string
  }
}
