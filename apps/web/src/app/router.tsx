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

router.subscribe('onResolved', ({ toLocation, pathChanged }) => {
  if (pathChanged) window.scrollTo({ top: 0, behavior: 'instant' })
  rememberVisit(toLocation.pathname)
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
