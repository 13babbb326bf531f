import { userQuery, userType } from '@quincena/domain/users/schema'
import { z } from 'zod'

/** What the list of users keeps in the URL. */
export const userListSearch = z.object({
  page: z.int().positive().optional().catch(undefined),
  page_size: z
    .union([z.literal(20), z.literal(30), z.literal(40)])
    .optional()
    .catch(undefined),
  user_type: userType.optional().catch(undefined),
  /** Only `false` is ever written: those who were deactivated. */
  is_active: z.boolean().optional().catch(undefined),
  search: z.string().optional().catch(undefined),
  ordering: userQuery.shape.ordering.catch(undefined),
  /** The person whose dialog is open. */
  ver: z.int().positive().optional().catch(undefined),
})
export type UserListSearch = z.infer<typeof userListSearch>
