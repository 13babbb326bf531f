import { IconCalendarDollar, IconCash, IconFileText } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import classes from './home-actions.module.css'

const actions = [
  { to: '/app/new-credit', label: 'Solicitar crédito', Icon: IconCash },
  { to: '/app/new-advance', label: 'Solicitar anticipo', Icon: IconCalendarDollar },
  { to: '/app/documentation', label: 'Mis documentos', Icon: IconFileText },
] as const

/** Links to the three most common tasks. */
export function HomeActions() {
  return (
    <nav className={classes.actions} aria-label="Acciones">
      {actions.map(({ to, label, Icon }) => (
        <Link key={to} to={to} className={classes.action}>
          <span className={classes.icon}>
            <Icon size={24} stroke={1.75} aria-hidden />
          </span>
          {label}
        </Link>
      ))}
    </nav>
  )
}
