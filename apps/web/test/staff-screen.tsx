import { MantineProvider } from '@mantine/core'
import type { UserType } from '@quincena/domain/users/schema'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRouter, RouterProvider } from '@tanstack/react-router'
import { render } from '@testing-library/react'
import { vi } from 'vitest'
import { rootRoute } from '../src/app/root-route.ts'
import { staffRoutes } from '../src/app/staff-routes.ts'
import { Toasts } from '../src/components/toast.tsx'
import { queryClient } from '../src/lib/query-client.ts'
import { openSession } from '../src/lib/session.ts'
import { userOf } from './user.ts'

vi.setConfig({ testTimeout: 20_000 })

/** Opens the office at a path, signed in, with the real routes; answers the router, to see where one ends up. */
export function openOffice(path: string, user_type: UserType = 'U1') {
  openSession('token', userOf({ id: 1, first_name: 'Gerardo', last_name: 'Soto', user_type, is_staff: true }))
  const router = createRouter({
    routeTree: rootRoute.addChildren([...staffRoutes]),
    history: createMemoryHistory({ initialEntries: [path] }),
  })
  // What was read a moment ago is fresh, as in the app; a failed call is not tried again.
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
