import { pageOf } from '@quincena/domain/page'
import { userDetail, userListItem } from '@quincena/domain/users/schema'
import { keys } from '../../lib/keys.ts'
import { readQuery } from '../../lib/read-query.ts'

export const userQuery = (id: number) =>
  readQuery(keys.users.detail(id), userDetail, { path: `/auth/user/${id}` })

const admins = { user_type: 'U0', is_active: true, page_size: 3 } as const

/** Loads up to three active admins. */
export const adminsQuery = readQuery(keys.users.list(admins), pageOf(userListItem), {
  path: '/auth/users',
  query: admins,
})
