import { createRoute, createRouter, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { basePath } from '../lib/base-path.ts'
import { setScreenTitle } from '../lib/page-title.ts'
import { placeOf } from '../lib/row-places.ts'
import { currentSession } from '../lib/session.ts'
import { isResumable, loginPath } from './guards.ts'
import { page } from './page-route.ts'
import { rootRoute } from './root-route.ts'
import { redirectHome, rememberVisit } from './route-guard.ts'
import { RouteError, RouteNotFound, RoutePending } from './route-states.tsx'
import type { staffRoutes } from './staff-routes.ts'
import { workerRoutes } from './worker-routes.ts'

const getParentRoute = () => rootRoute

/** Open to guests and signed-in users: the link may belong to another user than the signed-in one. */
const password = createRoute({
  ...page(rootRoute, 'auth/contrasena', 'Contraseña'),
  component: lazyRouteComponent(() => import('../password/password-page.tsx'), 'PasswordPage'),
})

const unknown = createRoute({ getParentRoute, path: '$', beforeLoad: () => redirectHome() })

const options = {
  basepath: basePath === '' ? '/' : basePath,
  defaultPreload: 'intent',
  defaultPreloadStaleTime: 0,
  defaultPendingMs: 250,
  defaultPendingComponent: RoutePending,
  defaultErrorComponent: RouteError,
  defaultNotFoundComponent: RouteNotFound,
  scrollRestoration: false,
} as const

/** A router with the screens of both apps. */
function createFullRouter(staff: typeof staffRoutes) {
  return createRouter({
    ...options,
    routeTree: rootRoute.addChildren([...staff, workerRoutes, password, unknown]),
  })
}

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
    routeTree: rootRoute.addChildren([workerRoutes, password, ...staffFallbackRoutes]),
  })
}

/** Sets the tab's title and, after a navigation, moves the focus into the new screen. */
function announce(title: string | undefined, isFirst: boolean): void {
  setScreenTitle(title)
  const main = document.querySelector('main')
  if (!isFirst && main && !main.contains(document.activeElement)) main.focus({ preventScroll: true })
}

function followNavigation(router: Router | ReturnType<typeof createWorkerRouter>): void {
  router.subscribe('onResolved', ({ fromLocation, toLocation, pathChanged }) => {
    rememberVisit(toLocation.pathname)
    if (!pathChanged) return
    // After Back a list returns to the row that was opened.
    if (placeOf(toLocation.state.__TSR_key) === undefined) window.scrollTo({ top: 0, behavior: 'instant' })
    announce(router.state.matches.at(-1)?.staticData.title, fromLocation === undefined)
  })
}

const isWorkerPath = (path: string) => path === '/app' || path.startsWith('/app/')

/** Creates the router of the app that the page's URL belongs to. Call it after the session is restored. */
export async function openRouter() {
  const path = window.location.pathname.slice(basePath.length)
  const isWorkerApp = isWorkerPath(path) || (isPhoneGuest() && isResumable(path))
  const router = isWorkerApp
    ? createWorkerRouter()
    : createFullRouter((await import('./staff-routes.ts')).staffRoutes)
  followNavigation(router)
  return { router, isWorkerApp }
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
