import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { rootRoute } from './root-route.ts'
import { enter } from './route-guard.ts'

/** The parent of all screens of signed-in staff. */
export const area = createRoute({
  getParentRoute: () => rootRoute,
  id: 'staff',
  beforeLoad: enter('staff'),
  component: lazyRouteComponent(() => import('./staff-layout.tsx'), 'StaffLayout'),
})
