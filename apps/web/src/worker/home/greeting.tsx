import { VisuallyHidden } from '@mantine/core'
import type { User } from '@quincena/domain/users/schema'
import { IconBell, IconHelp } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { IconLink } from '../../components/links.tsx'
import { pictureSource } from '../../lib/picture-source.ts'
import { refreshUnread, unreadCountQuery } from '../../lib/unread.ts'
import classes from './greeting.module.css'

function Bell() {
  const client = useQueryClient()
  const { data: unread = 0 } = useQuery(unreadCountQuery)
  const refresh = () => void refreshUnread(client)
  return (
    <span className={classes.bell}>
      <IconLink
        to="/app/notifications-user"
        variant="subtle"
        color="gray"
        size={48}
        radius="xl"
        onClick={refresh}
        aria-label={unread === 0 ? 'Notificaciones' : `Notificaciones, ${unread} sin leer`}
      >
        <IconBell size={22} stroke={1.75} aria-hidden />
      </IconLink>
      {unread > 0 && (
        <span className={classes.count} aria-hidden>
          {unread > 9 ? '9+' : unread}
        </span>
      )}
    </span>
  )
}

/** The picture; the initial without one, and while or if the picture cannot be shown. */
function Portrait({ source, initial }: { source: string | null; initial: string }) {
  return (
    <span className={classes.portrait} aria-hidden>
      {initial}
      {source !== null && (
        <img
          key={source}
          src={source}
          alt=""
          onError={(event) => {
            event.currentTarget.hidden = true
          }}
        />
      )}
    </span>
  )
}

/** Greeting with the worker's name and links to profile, help and notifications. */
export function Greeting({ user }: { user: User }) {
  const { first_name, picture } = user
  const [name = first_name] = first_name.split(' ')
  return (
    <header className={classes.greeting}>
      <Link to="/app/profile" className={classes.person}>
        <VisuallyHidden>Mi perfil</VisuallyHidden>
        <Portrait source={pictureSource(picture)} initial={name.slice(0, 1)} />
      </Link>
      <h1 className={classes.name}>Hola, {name}</h1>
      <IconLink to="/app/faq" variant="subtle" color="gray" size={48} radius="xl" aria-label="Ayuda">
        <IconHelp size={22} stroke={1.75} aria-hidden />
      </IconLink>
      <Bell />
    </header>
  )
}
