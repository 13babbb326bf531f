import { Button } from '@mantine/core'
import { deviceName } from '@quincena/domain/device'
import { formatDateTime } from '@quincena/domain/format'
import type { SessionRow } from '@quincena/domain/sessions/schema'
import { IconDeviceDesktop } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Dialog } from '../../components/dialog.tsx'
import { LoadState } from '../../components/load-state.tsx'
import { StatusBadge } from '../../components/status-badge.tsx'
import { toast } from '../../components/toast.tsx'
import { sessionsQuery, useEndSession } from '../../lib/account.ts'
import classes from './sessions-dialog.module.css'

function SessionLine({ session }: { session: SessionRow }) {
  const { mutate, isPending } = useEndSession()
  const name = deviceName(session.device) ?? 'Dispositivo desconocido'
  const end = () =>
    mutate(session.id, { onSuccess: () => toast.success('Sesión cerrada.'), onError: toast.error })
  return (
    <li className={classes.session}>
      <IconDeviceDesktop size={24} stroke={1.5} aria-hidden />
      <div className={classes.words}>
        <p className={classes.name}>{name}</p>
        <p className={classes.detail}>
          Última actividad {formatDateTime(session.last_used_at)}
          {session.ip !== null && ` · ${session.ip}`}
        </p>
      </div>
      {session.current ? (
        <StatusBadge tone="active" label="Esta sesión" />
      ) : (
        <Button
          variant="default"
          size="xs"
          loading={isPending}
          onClick={end}
          aria-label={`Cerrar sesión en ${name}`}
        >
          Cerrar
        </Button>
      )}
    </li>
  )
}

function Sessions() {
  const query = useQuery(sessionsQuery)
  if (query.data !== undefined)
    return (
      <ul className={classes.sessions}>
        {query.data.results.map((session) => (
          <SessionLine key={session.id} session={session} />
        ))}
      </ul>
    )
  return <LoadState query={query} title="No se pudieron cargar tus sesiones." lines={4} />
}

/** Lists the sessions of the signed-in user; each one but the current session can be ended here. */
export function SessionsDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog opened onClose={onClose} title="Mis sesiones" size={560} closeLabel="Cerrar ventana">
      <Sessions />
    </Dialog>
  )
}
