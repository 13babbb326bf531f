import { Button } from '@mantine/core'
import { formatDateTime } from '@quincena/domain/format'
import type { WebhookAttempt } from '@quincena/domain/webhooks/schema'
import { IconRefresh } from '@tabler/icons-react'
import { getRouteApi } from '@tanstack/react-router'
import { Card } from '../../components/card.tsx'
import { DataTable } from '../../components/data-table.tsx'
import type { Column } from '../../components/data-table-types.ts'
import { EmptyState } from '../../components/empty-state.tsx'
import { FilterChips } from '../../components/filter-chips.tsx'
import { smallIcon } from '../../components/small-icon.tsx'
import { StatusBadge } from '../../components/status-badge.tsx'
import { useListPage } from '../../lib/use-list-page.ts'
import { attemptsQuery } from '../webhook/api.ts'
import classes from '../webhook/webhook.module.css'
import { eventName, outcomeText } from '../webhook/words.ts'
import { webhookLogSearch } from './search.ts'

const columns: readonly Column<WebhookAttempt>[] = [
  { key: 'created_at', header: 'Cuándo', render: ({ created_at }) => formatDateTime(created_at) },
  {
    key: 'event_type',
    header: 'Aviso',
    render: ({ event_type, position }) => (
      <span className={classes.two}>
        {eventName(event_type)}
        <span className={classes.second}>{position === null ? 'Sin número' : `Número ${position}`}</span>
      </span>
    ),
  },
  {
    key: 'is_delivered',
    header: 'Resultado',
    render: ({ is_delivered, attempt, ...outcome }) => (
      <span className={classes.two}>
        <StatusBadge
          tone={is_delivered ? 'accepted' : 'rejected'}
          label={is_delivered ? 'Entregado' : 'No entregado'}
        />
        <span className={classes.second}>
          {outcomeText(outcome)} · intento {attempt}
        </span>
      </span>
    ),
  },
  {
    key: 'duration_ms',
    header: 'Tardó',
    align: 'end',
    render: ({ duration_ms }) => `${duration_ms.toLocaleString('es-MX')} ms`,
  },
  {
    key: 'answer',
    header: 'Respuesta',
    render: ({ answer }) =>
      answer === null || answer === '' ? (
        '—'
      ) : (
        <span className={classes.answer} title={answer}>
          {answer}
        </span>
      ),
  },
]

const filters = [
  { value: 'all', label: 'Todos' },
  { value: 'failed', label: 'No entregados' },
] as const

const route = getRouteApi('/staff/configuracion/webhooks/$id')

/** The tries of an endpoint, newest first. */
export function AttemptLog() {
  const { id } = route.useParams()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const list = useListPage({ search, navigate, parse: webhookLogSearch, query: attemptsQuery(id, search) })
  return (
    <Card
      title="Entregas"
      action={
        <Button
          variant="subtle"
          leftSection={smallIcon(IconRefresh)}
          onClick={() => void list.table.onRetry()}
        >
          Actualizar
        </Button>
      }
    >
      <div className={classes.filters}>
        <FilterChips
          label="Resultado"
          options={filters}
          value={search.failed === true ? 'failed' : 'all'}
          onChange={(value) => list.onSearch({ failed: value === 'failed' ? true : undefined })}
        />
      </div>
      <DataTable
        label="Entregas"
        columns={columns}
        {...list.table}
        errorTitle="No se pudieron cargar las entregas."
        empty={
          <EmptyState
            title={search.failed === true ? 'Ninguna entrega falló' : 'Aún no hay entregas'}
            text="Aquí aparece cada intento de los últimos 30 días. «Probar» envía uno ahora."
          />
        }
      />
    </Card>
  )
}
