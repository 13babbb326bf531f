import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { rootRoute } from './root-route.ts'
import { enter } from './route-guard.ts'

/** Parent of all routes of the worker app. */
export const app = createRoute({ getParentRoute: () => rootRoute, path: 'app' })

/** Parent of the routes that need a worker's session. */
export const area = createRoute({
  getParentRoute: () => app,
  id: 'worker',
  beforeLoad: enter('worker'),
  component: lazyRouteComponent(() => import('./worker-layout.tsx'), 'WorkerLayout'),
})
