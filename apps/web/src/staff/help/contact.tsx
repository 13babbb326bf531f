import { pageOf } from '@quincena/domain/page'
import { userListItem } from '@quincena/domain/users/schema'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { Fragment } from 'react'
import { api } from '../../lib/api.ts'
import classes from './help-page.module.css'

const adminsQuery = queryOptions({
  queryKey: ['users', 'admins'],
  queryFn: ({ signal }) =>
    api.get(pageOf(userListItem), '/auth/users', {
      query: { user_type: 'U0', is_active: true, page_size: 3 },
      signal,
    }),
})

/** Names the admins with links to their e-mail addresses. */
export function Contact({ lead }: { lead: string }) {
  const { data } = useQuery(adminsQuery)
  const admins = data?.results ?? []
  return (
    <>
      {lead}
      {admins.map(({ id, first_name, last_name, email }, index) => (
        <Fragment key={id}>
          {index === 0 ? ': ' : ', '}
          <a className={classes.mail} href={`mailto:${email}`}>
            {first_name} {last_name}
          </a>
        </Fragment>
      ))}
      .
    </>
  )
}
