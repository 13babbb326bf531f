import { Avatar, Indicator, VisuallyHidden } from '@mantine/core'
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
    <Indicator
      label={unread > 9 ? '9+' : unread}
      disabled={unread === 0}
      classNames={{ indicator: classes.count ?? '' }}
    >
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
    </Indicator>
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
        <span aria-hidden>
          <Avatar src={pictureSource(picture)} color="jade" size={44} alt="">
            {name.slice(0, 1)}
          </Avatar>
        </span>
      </Link>
      <h1 className={classes.name}>Hola, {name}</h1>
      <IconLink to="/app/faq" variant="subtle" color="gray" size={48} radius="xl" aria-label="Ayuda">
        <IconHelp size={22} stroke={1.75} aria-hidden />
      </IconLink>
      <Bell />
    </header>
  )
}
