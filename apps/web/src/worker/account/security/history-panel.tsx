import { Button } from '@mantine/core'
import { deviceName } from '@quincena/domain/device'
import { formatLongDateTime } from '@quincena/domain/format'
import type { LoginHistoryRow } from '@quincena/domain/sessions/schema'
import { IconCircleCheck, IconCircleX } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ErrorState } from '../../../components/message-state.tsx'
import { MoreButton } from '../../../components/phone/more-button.tsx'
import { Panel } from '../../../components/phone/panel.tsx'
import { LinesSkeleton } from '../../../components/skeletons.tsx'
import { historyQuery } from './api.ts'
import classes from './security-page.module.css'

const reasons = {
  wrong_password: 'Contraseña incorrecta',
  wrong_code: 'Código incorrecto',
  wrong_passkey: 'Llave de acceso no válida',
  wrong_identity: 'Cuenta de la empresa no válida',
} as const

function SignIn({ row }: { row: LoginHistoryRow }) {
  const Icon = row.succeeded ? IconCircleCheck : IconCircleX
  return (
    <li className={classes.line}>
      <Icon size={24} stroke={1.5} aria-hidden />
      <div className={classes.words}>
        <p className={classes.name}>{row.reason === null ? 'Inicio de sesión' : reasons[row.reason]}</p>
        <p className={classes.detail}>
          {deviceName(row.device) ?? 'Dispositivo desconocido'} · {formatLongDateTime(row.created_at)}
          {row.ip !== null && ` · ${row.ip}`}
        </p>
      </div>
    </li>
  )
}

function History() {
  const query = useInfiniteQuery(historyQuery)
  const { data, error, refetch } = query
  if (data === undefined) {
    if (error === null) return <LinesSkeleton lines={6} />
    return <ErrorState title="No se pudo cargar tu historial." error={error} onRetry={refetch} />
  }
  const rows = data.pages.flatMap(({ results }) => results)
  return (
    <>
      {rows.length === 0 && <p className={classes.detail}>Todavía no hay inicios de sesión.</p>}
      <ul className={classes.list}>
        {rows.map((row) => (
          <SignIn key={row.id} row={row} />
        ))}
      </ul>
      <MoreButton query={query} />
    </>
  )
}

/** Sign-ins and failed attempts; fetched only after a tap on «Ver historial». */
export function HistoryPanel() {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <Panel title="Historial de inicios de sesión">
      {isOpen ? (
        <History />
      ) : (
        <Button variant="light" h={48} fullWidth onClick={() => setIsOpen(true)}>
          Ver historial
        </Button>
      )}
    </Panel>
  )
}
