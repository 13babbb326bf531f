import { z } from 'zod'

/** Search parameters of the dashboard. */
export const dashboardSearch = z.object({
  year: z.int().min(2000).max(2100).optional().catch(undefined),
  tipo: z.enum(['creditos', 'anticipos']).optional().catch(undefined),
})
export type DashboardSearch = z.infer<typeof dashboardSearch>
