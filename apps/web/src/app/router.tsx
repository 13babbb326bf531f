import { createRoute, createRouter } from '@tanstack/react-router'
import { basePath } from '../lib/base-path.ts'
import { leadHome, rememberVisit } from './enter.ts'
import { rootRoute } from './root-route.ts'
import { RouteError, RouteNotFound, RoutePending } from './route-states.tsx'
import { staffRoutes } from './staff-routes.ts'
import { workerRoutes } from './worker-routes.ts'

const unknown = createRoute({ getParentRoute: () => rootRoute, path: '$', beforeLoad: () => leadHome() })

export const router = createRouter({
  routeTree: rootRoute.addChildren([...staffRoutes, workerRoutes, unknown]),
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
