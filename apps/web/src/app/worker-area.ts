import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { enter } from './enter.ts'
import { rootRoute } from './root-route.ts'

/** All of the employee app's addresses. */
export const app = createRoute({ getParentRoute: () => rootRoute, path: 'app' })

/** What is behind the session. */
export const area = createRoute({
  getParentRoute: () => app,
  id: 'worker',
  beforeLoad: enter('worker'),
  component: lazyRouteComponent(() => import('./worker-layout.tsx'), 'WorkerLayout'),
})
