import { userQuery, userType } from '@quincena/domain/users/schema'
import { z } from 'zod'
import { listFields, listSearch } from '../../lib/list-search.ts'

const { id, page_size, search } = listFields

/** Search parameters of the user list. */
export const userListSearch = listSearch({
  ...{ page_size, search, user_type: userType, ordering: userQuery.shape.ordering },
  ...{ company: id, from: z.iso.date(), to: z.iso.date() },
  /** `false` lists deactivated users; `true` is never written. */
  is_active: z.boolean(),
  /** `true` lists workers whose data another person has to confirm; `false` is never written. */
  is_unconfirmed: z.boolean(),
  /** The form of a new user is open. */
  nuevo: z.literal(true),
  /** Id of the user whose dialog is open. */
  ver: id,
  /** The tab with which the dialog opens; default: the user's data. */
  pestana: z.enum(['saldo']),
})
export type UserListSearch = ReturnType<typeof userListSearch>
