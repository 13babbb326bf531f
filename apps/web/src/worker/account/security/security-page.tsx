import { IconChevronRight, IconKey } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Loaded } from '../../../components/phone/loaded.tsx'
import stack from '../../../components/phone/stack.module.css'
import { ScreenHeader } from '../../../components/screen-header.tsx'
import { CardsSkeleton } from '../../../components/skeletons.tsx'
import { twoFactorQuery } from '../../../lib/account.ts'
import { preferencesQuery } from '../api.ts'
import { DevicesPanel } from './devices-panel.tsx'
import { HistoryPanel } from './history-panel.tsx'
import classes from './security-page.module.css'
import { SecurityToggles } from './toggles.tsx'

const iconProps = { stroke: 1.75, 'aria-hidden': true } as const

/** Security of the account: password, two-step verification, devices and sign-in history. */
export function SecurityPage() {
  const preferences = useQuery(preferencesQuery)
  const twoFactor = useQuery(twoFactorQuery)
  const skeleton = <CardsSkeleton cards={1} height={320} />
  return (
    <>
      <ScreenHeader title="Seguridad" backTo="/app/profile" />
      <div className={stack.stack}>
        <Link to="/app/change-password" className={classes.link}>
          <IconKey size={22} {...iconProps} />
          Cambiar contraseña
          <IconChevronRight size={20} {...iconProps} />
        </Link>
        <Loaded query={preferences} skeleton={skeleton}>
          {(switches) => (
            <>
              <Loaded query={twoFactor} skeleton={skeleton}>
                {(state) => <SecurityToggles preferences={switches} twoFactor={state} />}
              </Loaded>
              <DevicesPanel />
              {switches.login_history && <HistoryPanel />}
            </>
          )}
        </Loaded>
      </div>
    </>
  )
}
