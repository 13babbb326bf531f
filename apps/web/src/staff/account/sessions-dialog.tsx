import { Button } from '@mantine/core'
import { deviceName } from '@quincena/domain/device'
import { formatDateTime } from '@quincena/domain/format'
import type { SessionRow } from '@quincena/domain/sessions/schema'
import { IconDeviceDesktop } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ConfirmDialog } from '../../components/confirm-dialog.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { LoadState } from '../../components/load-state.tsx'
import { StatusBadge } from '../../components/status-badge.tsx'
import { toast } from '../../components/toast.tsx'
import { sessionsQuery, useEndSession } from '../../lib/account.ts'
import classes from './sessions-dialog.module.css'

const nameOf = ({ device }: SessionRow) => deviceName(device) ?? 'Dispositivo desconocido'

function SessionLine({ session, onEnd }: { session: SessionRow; onEnd: () => void }) {
  const name = nameOf(session)
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
        <Button variant="default" size="xs" onClick={onEnd} aria-label={`Cerrar sesión en ${name}`}>
          Cerrar
        </Button>
      )}
    </li>
  )
}

/** Asks before it ends one session, or all but the current one. */
function EndQuestion({ ended, onClose }: { ended: readonly SessionRow[]; onClose: () => void }) {
  const { mutateAsync } = useEndSession()
  const [first] = ended
  const isOne = ended.length === 1
  const end = async () => {
    await Promise.all(ended.map(({ id }) => mutateAsync(id)))
    toast.success(isOne ? 'Sesión cerrada.' : 'Tus otras sesiones se cerraron.')
  }
  return (
    <ConfirmDialog
      opened={first !== undefined}
      title={isOne ? '¿Cerrar esta sesión?' : '¿Cerrar las demás sesiones?'}
      subject={isOne && first !== undefined ? nameOf(first) : undefined}
      text="Ahí habrá que iniciar sesión otra vez. Lo que no se guardó se puede perder."
      confirmLabel={isOne ? 'Cerrar sesión' : `Cerrar ${ended.length} sesiones`}
      tone="danger"
      onConfirm={end}
      onClose={onClose}
    />
  )
}

function Sessions() {
  const query = useQuery(sessionsQuery)
  const [ended, setEnded] = useState<readonly SessionRow[]>([])
  if (query.data === undefined)
    return <LoadState query={query} title="No se pudieron cargar tus sesiones." lines={4} />
  const own = query.data.results.filter(({ current }) => current)
  const others = query.data.results.filter(({ current }) => !current)
  return (
    <>
      <ul className={classes.sessions}>
        {[...own, ...others].map((session) => (
          <SessionLine key={session.id} session={session} onEnd={() => setEnded([session])} />
        ))}
      </ul>
      {others.length > 1 && (
        <Button mt="md" variant="default" fullWidth onClick={() => setEnded(others)}>
          Cerrar las demás
        </Button>
      )}
      <EndQuestion ended={ended} onClose={() => setEnded([])} />
    </>
  )
}

/** Lists the sessions of the signed-in user; each one but the current session can be ended here. */
export function SessionsDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog opened onClose={onClose} title="Mis sesiones" size={560} closeLabel="Cerrar ventana">
      <Sessions />
    </Dialog>
  )
}
