import { Button } from '@mantine/core'
import { DIAGNOSTIC_PARTS, type Diagnostics } from '@quincena/domain/diagnostics/schema'
import { formatDateTime } from '@quincena/domain/format'
import { IconPlayerPlay } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { AdminOnly } from '../../components/admin-only.tsx'
import { AnchorLink } from '../../components/links.tsx'
import { ErrorState } from '../../components/message-state.tsx'
import { HomeCrumb, PageHeader } from '../../components/page-header.tsx'
import { LinesSkeleton } from '../../components/skeletons.tsx'
import { smallIcon } from '../../components/small-icon.tsx'
import { useUser } from '../../lib/session.ts'
import { diagnosticsQuery } from './api.ts'
import classes from './diagnostics-page.module.css'
import { PartCard } from './part-card.tsx'
import { useHealthChecks } from './use-health-checks.ts'

const databases = { embedded: 'Incluida con el servidor', external: 'PostgreSQL propio' } as const
const storages = { disk: 'Disco de este servidor', s3: 'Almacén S3' } as const
const stps = { simulator: 'Simulador incluido', stp: 'STP' } as const
const mails = { outbox: 'Sin servidor: carpeta outbox', smtp: 'Servidor SMTP' } as const

function factsOf(server: Diagnostics) {
  return [
    ['Versión', `${server.version}${server.demo ? ' · datos de demostración' : ''}`],
    ['Node', server.node],
    ['Encendido desde', formatDateTime(server.started_at)],
    ['Base de datos', databases[server.database]],
    ['Archivos', storages[server.storage]],
    ['STP', stps[server.stp]],
    ['Correo', mails[server.mail]],
  ] as const
}

function Server() {
  const { data, error, refetch } = useQuery(diagnosticsQuery)
  if (error) return <ErrorState title="El servidor no se pudo describir." error={error} onRetry={refetch} />
  if (data === undefined) return <LinesSkeleton lines={2} />
  return (
    <dl className={classes.server} aria-label="Este servidor">
      {factsOf(data).map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

const crumbs = [<HomeCrumb key="home" />, 'Administración', 'Diagnóstico']

function HealthChecks() {
  const { checkStates, runCheck, runAllChecks } = useHealthChecks()
  const isRunning = Object.values(checkStates).some(({ state }) => state === 'running')
  return (
    <>
      <PageHeader
        title="Diagnóstico"
        crumbs={crumbs}
        detail="Cada botón usa esa parte de verdad, como lo hace el sistema"
        actions={
          <Button
            leftSection={smallIcon(IconPlayerPlay)}
            loading={isRunning}
            onClick={() => void runAllChecks()}
          >
            Probar todo
          </Button>
        }
      />
      <Server />
      <p className={classes.mails}>
        <AnchorLink to="/correos" underline="always">
          Ver los correos que se envían
        </AnchorLink>
      </p>
      <div className={classes.parts}>
        {DIAGNOSTIC_PARTS.map((part) => (
          <PartCard key={part} part={part} checkState={checkStates[part]} onTry={() => void runCheck(part)} />
        ))}
      </div>
    </>
  )
}

/** Diagnostics for admins: runs the health checks of the system's parts and shows what to do when one fails. */
export function DiagnosticsPage() {
  const isAdmin = useUser().user_type === 'U0'
  if (isAdmin) return <HealthChecks />
  return (
    <>
      <PageHeader title="Diagnóstico" crumbs={crumbs} />
      <AdminOnly />
    </>
  )
}
