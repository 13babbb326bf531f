import { ActionIcon } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconMenu2 } from '@tabler/icons-react'
import { lazy, Suspense } from 'react'
import { SchemeSwitch } from '../components/scheme-switch.tsx'
import { StaffAccount } from './staff-account.tsx'
import { StaffBell } from './staff-bell.tsx'
import { StaffSearch } from './staff-search.tsx'
import classes from './staff-top-bar.module.css'
import { useScrolledDown } from './use-scrolled-down.ts'

const ShortcutsDialog = lazy(async () => ({
  default: (await import('./shortcuts-dialog.tsx')).ShortcutsDialog,
}))

interface StaffTopBarProps {
  user: { id: number; first_name: string }
  /** Opens the drawer; only on narrow screens. */
  onMenu?: (() => void) | undefined
  onSignOut: () => void
}

/** Greets by first name. Hides when the page is scrolled down past 100 px, returns when it is scrolled up. */
export function StaffTopBar({ user, onMenu, onSignOut }: StaffTopBarProps) {
  const isAway = useScrolledDown(100)
  const [isHelpOpen, help] = useDisclosure(false)
  const [firstName = user.first_name] = user.first_name.split(' ')
  return (
    <section className={classes.bar} aria-label="Barra superior" data-hidden={isAway} inert={isAway}>
      {onMenu && (
        <ActionIcon variant="subtle" color="gray" size={40} onClick={onMenu} aria-label="Abrir menú">
          <IconMenu2 size={20} stroke={1.75} />
        </ActionIcon>
      )}
      <StaffAccount firstName={firstName} onShortcuts={help.open} onSignOut={onSignOut} />
      <div className={classes.tools}>
        <StaffSearch onHelp={help.open} onSignOut={onSignOut} />
        <SchemeSwitch />
        <StaffBell userId={user.id} />
      </div>
      {isHelpOpen && (
        <Suspense fallback={null}>
          <ShortcutsDialog onClose={help.close} />
        </Suspense>
      )}
    </section>
  )
}
