import '@mantine/core/styles.layer.css'
import { UnstyledButton } from '@mantine/core'
import { useDisclosure, useMediaQuery } from '@mantine/hooks'
import { useQueryClient } from '@tanstack/react-query'
import { Outlet, useRouter } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useState } from 'react'
import { FactorDialog } from '../components/factor-dialog.tsx'
import { Queries } from '../components/queries.tsx'
import { useDelayed } from '../lib/delayed.ts'
import { rememberSearch } from '../lib/list-searches.ts'
import { logFailures } from '../lib/log-failures.ts'
import { useUser } from '../lib/session.ts'
import { store, stored } from '../lib/storage.ts'
import { LogoutDialog } from './logout-dialog.tsx'
import { useOfficePace } from './office-pace.ts'
import { SessionKeeper } from './session-keeper.tsx'
import { StaffDrawer } from './staff-drawer.tsx'
import classes from './staff-layout.module.css'
import { StaffTopBar } from './staff-top-bar.tsx'
import { useUndoKeys } from './undo-keys.ts'

const FactorGate = lazy(async () => ({
  default: (await import('../staff/account/factor-gate.tsx')).FactorGate,
}))

const DelayedBar = lazy(async () => ({
  default: (await import('./delayed-bar.tsx')).DelayedBar,
}))

const PasswordGate = lazy(async () => ({
  default: (await import('../components/password-gate.tsx')).PasswordGate,
}))

function useDrawer() {
  const isNarrow = useMediaQuery('(width < 1024px)', false, { getInitialValueInEffect: false })
  const [isPinned, setIsPinned] = useState(stored('drawer') !== 'closed')
  const [isOver, over] = useDisclosure(false)
  const toggle = () => {
    if (isNarrow) return over.toggle()
    store('drawer', isPinned ? 'closed' : 'open')
    setIsPinned(!isPinned)
  }
  return { isNarrow, isOpen: isNarrow ? isOver : isPinned, toggle, leave: over.close }
}

/** Moves the focus into the screen. A link to `#contenido` would leave it: the browser resolves it against `<base>`. */
function SkipButton() {
  return (
    <UnstyledButton className={classes.skip} onClick={() => document.getElementById('contenido')?.focus()}>
      Saltar al contenido
    </UnstyledButton>
  )
}

/** Remembers the page and filters of each list, to which breadcrumbs return. */
function useRememberedSearches() {
  const router = useRouter()
  useEffect(() => {
    const remember = ({ pathname, search }: { pathname: string; search: object }) =>
      rememberSearch(pathname, search)
    remember(router.state.location)
    return router.subscribe('onResolved', ({ toLocation }) => remember(toLocation))
  }, [router])
}

/** The bar of commands that can be undone; loaded with the first one. */
function Undoing() {
  const isNeeded = useDelayed().length > 0
  const [isLoaded, setIsLoaded] = useState(isNeeded)
  if (isNeeded && !isLoaded) setIsLoaded(true)
  if (!isLoaded) return null
  return (
    <Suspense fallback={null}>
      <DelayedBar />
    </Suspense>
  )
}

function StaffShell({ isGated }: { isGated: boolean }) {
  const user = useUser()
  const client = useQueryClient()
  useEffect(() => logFailures(client), [client])
  useOfficePace()
  useRememberedSearches()
  useUndoKeys()
  const drawer = useDrawer()
  const [isLeaving, leaving] = useDisclosure(false)
  return (
    <div className={classes.office} data-drawer={drawer.isNarrow ? 'over' : drawer.isOpen ? 'open' : 'slim'}>
      <SkipButton />
      <StaffDrawer {...drawer} onSignOut={leaving.open} />
      <div className={classes.side}>
        <StaffTopBar
          user={user}
          onMenu={drawer.isNarrow ? drawer.toggle : undefined}
          onSignOut={leaving.open}
        />
        <main className={classes.main} id="contenido" tabIndex={-1}>
          <Outlet />
        </main>
      </div>
      <LogoutDialog opened={isLeaving} onClose={leaving.close} />
      <FactorDialog />
      <Undoing />
      <SessionKeeper isGated={isGated} />
    </div>
  )
}

/**
 * The staff app's layout: drawer, top bar and the current screen; before them, an own password and the second factor where
 * they are missing. Once open, the screen stays below a gate, with what was typed.
 */
export function StaffLayout() {
  const { needs_factor = false, must_change_password } = useUser()
  const isGated = must_change_password || needs_factor
  const [isOpen, setIsOpen] = useState(!isGated)
  if (!isGated && !isOpen) setIsOpen(true)
  return (
    <Queries>
      {isOpen ? (
        <StaffShell isGated={isGated} />
      ) : (
        <Suspense fallback={null}>{must_change_password ? <PasswordGate /> : <FactorGate />}</Suspense>
      )}
    </Queries>
  )
}
