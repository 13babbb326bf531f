import { z } from 'zod'
import { listSearch } from '../../lib/list-search.ts'

/** Search parameters of the page with all notifications. */
export const notificationsSearch = listSearch({
  /** `true` lists the unread ones; `false` is never written. */
  sin_leer: z.literal(true),
})
