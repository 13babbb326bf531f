import { MantineProvider } from '@mantine/core'
import type { User, UserType } from '@quincena/domain/users/schema'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRouter, RouterProvider } from '@tanstack/react-router'
import { render } from '@testing-library/react'
import { rootRoute } from '../src/app/root-route.ts'
import { staffRoutes } from '../src/app/staff-routes.ts'
import { Toasts } from '../src/components/toast.tsx'
import { queryClient } from '../src/lib/query-client.ts'
import { endSession, openSession } from '../src/lib/session.ts'
import { userOf } from './user.ts'

/** Renders the staff app at a path, with a signed-in user and the real routes; returns the router. */
export function openStaffApp(path: string, user_type: UserType = 'U1', changes: Partial<User> = {}) {
  const user = { id: 1, first_name: 'Gerardo', last_name: 'Soto', user_type, is_staff: true, ...changes }
  openSession('5', userOf(user))
  return renderStaffApp(path)
}

/** Renders the staff app at a path without a session; returns the router. */
export function openStaffGuest(path: string) {
  endSession()
  return renderStaffApp(path)
}

function renderStaffApp(path: string) {
  const router = createRouter({
    routeTree: rootRoute.addChildren([...staffRoutes]),
    history: createMemoryHistory({ initialEntries: [path] }),
  })
  // The app's defaults, but failed queries are not retried.
  const usual = queryClient.getDefaultOptions()
  const client = new QueryClient({ defaultOptions: { queries: { ...usual.queries, retry: false } } })
  render(
    <MantineProvider env="test">
      <Toasts />
      <QueryClientProvider client={client}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>,
  )
  return router
}
