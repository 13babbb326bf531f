import { z } from 'zod'

/** Search parameters of the import screens. */
export const importSearch = z.object({
  /** Id of the import whose progress or result is shown. */
  carga: z.int().positive().optional().catch(undefined),
  /** Page of the list of the user's imports. */
  page: z.int().positive().optional().catch(undefined),
})
export type ImportSearch = z.infer<typeof importSearch>
