import { Button } from '@mantine/core'
import { deviceName } from '@quincena/domain/device'
import { formatLongDateTime } from '@quincena/domain/format'
import type { SessionRow } from '@quincena/domain/sessions/schema'
import { IconDeviceDesktop, IconDeviceMobile } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx'
import { Loaded } from '../../../components/phone/loaded.tsx'
import { Panel } from '../../../components/phone/panel.tsx'
import { LinesSkeleton } from '../../../components/skeletons.tsx'
import { StatusBadge } from '../../../components/status-badge.tsx'
import { toast } from '../../../components/toast.tsx'
import { sessionsQuery, useEndSession } from '../../../lib/account.ts'
import classes from './security-page.module.css'

const nameOf = ({ device }: SessionRow) => deviceName(device) ?? 'Dispositivo desconocido'

function Device({ session, onEnd }: { session: SessionRow; onEnd: () => void }) {
  const name = nameOf(session)
  const Icon = /iPhone|iPad|Android/.test(name) ? IconDeviceMobile : IconDeviceDesktop
  return (
    <li className={classes.line}>
      <Icon size={24} stroke={1.5} aria-hidden />
      <div className={classes.words}>
        <p className={classes.name}>{name}</p>
        <p className={classes.detail}>
          {formatLongDateTime(session.last_used_at)}
          {session.ip !== null && ` · ${session.ip}`}
        </p>
      </div>
      {session.current ? (
        <StatusBadge tone="active" label="Este dispositivo" />
      ) : (
        <Button variant="default" h={48} onClick={onEnd} aria-label={`Cerrar sesión en ${name}`}>
          Cerrar sesión
        </Button>
      )}
    </li>
  )
}

/** The worker's sessions. Each one except the current can be ended after a confirmation. */
export function DevicesPanel() {
  const query = useQuery(sessionsQuery)
  const { mutateAsync } = useEndSession()
  const [ending, setEnding] = useState<SessionRow | null>(null)
  const end = async () => {
    if (ending === null) return
    await mutateAsync(ending.id)
    toast.success('Sesión cerrada.')
  }
  return (
    <Panel title="Tus dispositivos">
      <Loaded
        query={query}
        skeleton={<LinesSkeleton lines={4} />}
        errorTitle="No se pudieron cargar tus sesiones."
      >
        {({ results }) => (
          <ul className={classes.list}>
            {results.map((session) => (
              <Device key={session.id} session={session} onEnd={() => setEnding(session)} />
            ))}
          </ul>
        )}
      </Loaded>
      <ConfirmDialog
        asSheet
        opened={ending !== null}
        title="¿Cerrar esa sesión?"
        text={ending === null ? '' : `${nameOf(ending)} tendrá que iniciar sesión de nuevo.`}
        confirmLabel="Cerrar sesión"
        onConfirm={end}
        onClose={() => setEnding(null)}
      />
    </Panel>
  )
}
