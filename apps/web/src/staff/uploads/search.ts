import { z } from 'zod'

/** Search parameters of the import screens. */
export const uploadSearch = z.object({
  /** Id of the import whose progress or result is shown. */
  carga: z.int().positive().optional().catch(undefined),
  /** Page of the list of the user's imports. */
  page: z.int().positive().optional().catch(undefined),
})
export type UploadSearch = z.infer<typeof uploadSearch>
