import { z } from 'zod'

/** What the upload screens keep in the URL. */
export const uploadSearch = z.object({
  /** The upload whose progress or result is shown. */
  carga: z.int().positive().optional().catch(undefined),
  /** Of the list of one's uploads. */
  page: z.int().positive().optional().catch(undefined),
})
export type UploadSearch = z.infer<typeof uploadSearch>
