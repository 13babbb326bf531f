import { MantineProvider } from '@mantine/core'
import type { User } from '@quincena/domain/users/schema'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRouter, type RouterHistory, RouterProvider } from '@tanstack/react-router'
import { render } from '@testing-library/react'
import { rootRoute } from '../src/app/root-route.ts'
import { workerRoutes } from '../src/app/worker-routes.ts'
import { Toasts } from '../src/components/toast.tsx'
import { openSession } from '../src/lib/session.ts'
import { userOf } from './user.ts'

const consents: User['consents'] = [
  { document: 'terms', version: '2.0', accepted_at: '2026-01-01T12:00:00Z' },
  { document: 'privacy', version: '2.0', accepted_at: '2026-01-01T12:00:00Z' },
]

/** A worker with 17,000 pesos a month; company: 18 % interest, commission 150 pesos, smallest advance 500 pesos. Amounts in centavos. */
export function workerOf(given: Partial<User> = {}): User {
  const company = {
    id: 1,
    key: 'MAQ',
    name: 'Maquilas del Norte',
    interest_rate: 0.18,
    commission: 15_000,
    commission_steps: null,
    advance_cost_ceiling: 0.3,
    advance_minimum: 50_000,
    tax_rate: 0,
    tax_added: false,
  }
  return userOf({ company, monthly_salary: 1_700_000, biweekly_salary: 850_000, consents, ...given })
}

/** Renders the worker app at a path, with a signed-in user and the real routes; returns the router. A test about «back» passes a browser history. */
export function openWorkerApp(
  path: string,
  user: User = workerOf(),
  history: RouterHistory = createMemoryHistory({ initialEntries: [path] }),
) {
  openSession('5', user)
  const router = createRouter({
    routeTree: rootRoute.addChildren([workerRoutes]),
    history,
  })
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
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
