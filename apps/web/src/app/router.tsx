import { createRoute, createRouter, lazyRouteComponent } from '@tanstack/react-router'
import { basePath } from '../lib/base-path.ts'
import { leadHome, rememberVisit } from './enter.ts'
import { rootRoute } from './root-route.ts'
import { RouteError, RouteNotFound, RoutePending } from './route-states.tsx'
import { staffRoutes } from './staff-routes.ts'
import { workerRoutes } from './worker-routes.ts'

/** For guests and signed-in people alike: whose link it is, the browser does not know. */
const password = createRoute({
  getParentRoute: () => rootRoute,
  path: 'auth/contrasena',
  staticData: { title: 'Contraseña' },
  component: lazyRouteComponent(() => import('../password/password-page.tsx'), 'PasswordPage'),
})

const unknown = createRoute({ getParentRoute: () => rootRoute, path: '$', beforeLoad: () => leadHome() })

export const router = createRouter({
  routeTree: rootRoute.addChildren([...staffRoutes, workerRoutes, password, unknown]),
  basepath: basePath === '' ? '/' : basePath,
  defaultPreload: 'intent',
  defaultPreloadStaleTime: 0,
  defaultPendingMs: 250,
  defaultPendingComponent: RoutePending,
  defaultErrorComponent: RouteError,
  defaultNotFoundComponent: RouteNotFound,
  scrollRestoration: false,
})

/** Tells people on which screen they are: in the tab's title, and by moving focus off the link that led here. */
function announce(isFirst: boolean): void {
  const title = router.state.matches.at(-1)?.staticData.title
  document.title = title === undefined ? 'Quincena' : `${title} · Quincena`
  const main = document.querySelector('main')
  if (!isFirst && main && !main.contains(document.activeElement)) main.focus({ preventScroll: true })
}

router.subscribe('onResolved', ({ fromLocation, toLocation, pathChanged }) => {
  rememberVisit(toLocation.pathname)
  if (!pathChanged) return
  window.scrollTo({ top: 0, behavior: 'instant' })
  announce(fromLocation === undefined)
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
  interface StaticDataRouteOption {
    /** The screen's name, in the tab's title. */
    title?: string
  }
}
