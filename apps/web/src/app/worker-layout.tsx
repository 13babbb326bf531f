import './worker-mantine.css'
import { IconFileText, IconHome, IconUser, IconWallet } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { Link, Outlet, useLocation } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { PullToRefresh } from '../components/pull-to-refresh.tsx'
import { Queries } from '../components/queries.tsx'
import { useNoSecondTap } from '../lib/second-tap.ts'
import { useUser } from '../lib/session.ts'
import { refreshUser } from '../lib/sign-in.ts'
import { missingConsents } from '../worker/legal/consent-memory.ts'
import { OfflineStrip } from '../worker/offline/offline-strip.tsx'
import { useLastSeen } from '../worker/offline/use-last-seen.ts'
import { usePushRenewal } from '../worker/push/use-push-renewal.ts'
import { activeTab, canStartAnew, hasBottomTabs } from './bottom-tabs.ts'
import { NewVersionStrip } from './new-version-strip.tsx'
import classes from './worker-layout.module.css'

const tabs = [
  { name: 'home', to: '/app/home', label: 'Inicio', Icon: IconHome },
  { name: 'products', to: '/app/products', label: 'Productos', Icon: IconWallet },
  { name: 'requests', to: '/app/requests', label: 'Solicitudes', Icon: IconFileText },
  { name: 'profile', to: '/app/profile', label: 'Perfil', Icon: IconUser },
] as const

function BottomTabs({ path }: { path: string }) {
  const active = activeTab(path)
  return (
    <nav className={classes.tabs} aria-label="Principal">
      {tabs.map(({ name, to, label, Icon }) => (
        <Link
          key={name}
          to={to}
          className={classes.tab}
          data-on={name === active}
          aria-current={name === active ? 'page' : undefined}
        >
          <span className={classes.pill}>
            <Icon size={22} stroke={1.75} aria-hidden />
          </span>
          {label}
        </Link>
      ))}
    </nav>
  )
}

const ConsentSheet = lazy(async () => ({
  default: (await import('../worker/legal/consent-sheet.tsx')).ConsentSheet,
}))

const PasswordGate = lazy(async () => ({
  default: (await import('../components/password-gate.tsx')).PasswordGate,
}))

const EmailGate = lazy(async () => ({
  default: (await import('../worker/email/email-gate.tsx')).EmailGate,
}))

/** Asks for missing consents above every screen of the worker app. */
function Consents() {
  const missing = missingConsents(useUser())
  const [wasMissing, setWasMissing] = useState(false)
  if (missing.length > 0 && !wasMissing) setWasMissing(true)
  // The sheet stays mounted after the last consent, so that its closing animation runs.
  if (!wasMissing) return null
  return (
    <Suspense fallback={null}>
      <ConsentSheet missing={missing} />
    </Suspense>
  )
}

function WorkerShell() {
  const { pathname, href } = useLocation()
  const hasTabs = hasBottomTabs(pathname)
  const client = useQueryClient()
  const { isOnline, at } = useLastSeen()
  usePushRenewal()
  useNoSecondTap(href)
  const refresh = () => Promise.all([client.invalidateQueries(), refreshUser()])
  return (
    <div className={classes.column} data-tabs={hasTabs}>
      <p className={classes.wide}>
        Esta aplicación no está optimizada para pantallas grandes: ábrela en tu celular.
      </p>
      {!isOnline && <OfflineStrip at={at} />}
      <PullToRefresh onRefresh={refresh} />
      <main className={classes.main} tabIndex={-1}>
        <Outlet />
      </main>
      {hasTabs && <BottomTabs path={pathname} />}
      {canStartAnew(pathname) && <NewVersionStrip />}
      <Consents />
    </div>
  )
}

/**
 * The worker app's layout: a centred column of at most 480 px, with the four tabs on the screens that show them. Before
 * it, an own password and the confirmation of the e-mail address where they are missing.
 */
export function WorkerLayout() {
  const { must_change_password, must_confirm_email } = useUser()
  // Only where the app opens: who changes the address confirms it before the next signature.
  const [asksEmail, setAsksEmail] = useState(must_confirm_email)
  const hasGate = must_change_password || (must_confirm_email && asksEmail)
  return (
    <Queries>
      {hasGate ? (
        <Suspense fallback={null}>
          {must_change_password ? <PasswordGate /> : <EmailGate onLater={() => setAsksEmail(false)} />}
        </Suspense>
      ) : (
        <WorkerShell />
      )}
    </Queries>
  )
}
