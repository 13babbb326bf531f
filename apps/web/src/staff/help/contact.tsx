import { useQuery } from '@tanstack/react-query'
import { Fragment } from 'react'
import { adminsQuery } from '../user/api.ts'
import classes from './help-page.module.css'

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
