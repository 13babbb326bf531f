import { createRoute, createRouter, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { basePath } from '../lib/base-path.ts'
import { currentSession } from '../lib/session.ts'
import { leadHome, rememberVisit } from './enter.ts'
import { loginPath } from './guards.ts'
import { rootRoute } from './root-route.ts'
import { RouteError, RouteNotFound, RoutePending } from './route-states.tsx'
import type { staffRoutes } from './staff-routes.ts'
import { workerRoutes } from './worker-routes.ts'

const getParentRoute = () => rootRoute

/** For guests and signed-in people alike: whose link it is, the browser does not know. */
const password = createRoute({
  getParentRoute,
  path: 'auth/contrasena',
  staticData: { title: 'Contraseña' },
  component: lazyRouteComponent(() => import('../password/password-page.tsx'), 'PasswordPage'),
})

const unknown = createRoute({ getParentRoute, path: '$', beforeLoad: () => leadHome() })

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

/** Every screen there is. */
function wholeRouter(staff: typeof staffRoutes) {
  return createRouter({
    ...options,
    routeTree: rootRoute.addChildren([...staff, workerRoutes, password, unknown]),
  })
}

type Router = ReturnType<typeof wholeRouter>

/** A guest with a phone, anywhere but at a screen for guests, belongs at the app's login. */
const isPhoneGuest = () =>
  currentSession().state === 'guest' && loginPath(window.innerWidth).startsWith('/app/')

/** Leaves the phone's half: the office's screens come with a page of their own. */
async function leaveForOffice({ location }: { location: { publicHref: string } }) {
  if (isPhoneGuest()) throw redirect({ to: '/app/login', replace: true })
  window.location.replace(location.publicHref)
  await new Promise(() => undefined) // the page ends here
}

const office = [
  createRoute({ getParentRoute, path: '/', beforeLoad: leaveForOffice }),
  createRoute({ getParentRoute, path: '$', beforeLoad: leaveForOffice }),
] as const

/** The worker's half alone: a phone does not fetch what it never shows. */
function phoneRouter() {
  return createRouter({ ...options, routeTree: rootRoute.addChildren([workerRoutes, password, ...office]) })
}

/** Tells people on which screen they are: in the tab's title, and by moving focus off the link that led here. */
function announce(title: string | undefined, isFirst: boolean): void {
  document.title = title === undefined ? 'Quincena' : `${title} · Quincena`
  const main = document.querySelector('main')
  if (!isFirst && main && !main.contains(document.activeElement)) main.focus({ preventScroll: true })
}

function accompany(router: Router | ReturnType<typeof phoneRouter>): void {
  router.subscribe('onResolved', ({ fromLocation, toLocation, pathChanged }) => {
    rememberVisit(toLocation.pathname)
    if (!pathChanged) return
    window.scrollTo({ top: 0, behavior: 'instant' })
    announce(router.state.matches.at(-1)?.staticData.title, fromLocation === undefined)
  })
}

const isPhonePath = (path: string) => path === '/app' || path.startsWith('/app/')

/** The router of the half that this page's address belongs to; call it once it is known who is signed in. */
export async function openRouter() {
  const path = window.location.pathname.slice(basePath.length)
  const isPhone = isPhonePath(path) || (isPhoneGuest() && !path.startsWith('/auth/'))
  const router = isPhone ? phoneRouter() : wholeRouter((await import('./staff-routes.ts')).staffRoutes)
  accompany(router)
  return { router, isPhone }
}

declare module '@tanstack/react-router' {
  interface Register {
    router: Router
  }
  interface HistoryState {
    /** Typed at the login: not to be typed again where a link for a new password is asked for. */
    email?: string
  }
  interface StaticDataRouteOption {
    /** The screen's name, in the tab's title. */
    title?: string
  }
}
