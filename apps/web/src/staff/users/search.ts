import { userQuery, userType } from '@quincena/domain/users/schema'
import { z } from 'zod'

/** Search parameters of the user list. */
export const userListSearch = z.object({
  page: z.int().positive().optional().catch(undefined),
  page_size: z
    .union([z.literal(20), z.literal(30), z.literal(40)])
    .optional()
    .catch(undefined),
  user_type: userType.optional().catch(undefined),
  /** `false` lists deactivated users; `true` is never written. */
  is_active: z.boolean().optional().catch(undefined),
  search: z.string().optional().catch(undefined),
  ordering: userQuery.shape.ordering.catch(undefined),
  /** Id of the user whose dialog is open. */
  ver: z.int().positive().optional().catch(undefined),
})
export type UserListSearch = z.infer<typeof userListSearch>
