import { Button, Progress } from '@mantine/core'
import { formatDate, formatDateTime, formatLongDate } from '@quincena/domain/format'
import type { ReconciliationDay } from '@quincena/domain/reconciliation/schema'
import { IconDownload, IconRefresh } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { AnchorLink } from '../../components/links.tsx'
import { ErrorState } from '../../components/message-state.tsx'
import { Notice } from '../../components/notice.tsx'
import { crumbLinkProps, HomeCrumb, PageHeader } from '../../components/page-header.tsx'
import { CardsSkeleton } from '../../components/skeletons.tsx'
import { StatusBadge } from '../../components/status-badge.tsx'
import { toast } from '../../components/toast.tsx'
import { lastSearchOf } from '../../lib/list-searches.ts'
import { dayQuery, useDownloadDay, useRunDay } from './api.ts'
import { DayTotals } from './day-totals.tsx'
import { Differences } from './differences.tsx'
import { Doubts } from './doubts.tsx'
import { ReceivedTotals } from './received-totals.tsx'
import classes from './reconciliation-day-page.module.css'
import { dayWords } from './reconciliation-words.ts'

const iconProps = { size: 18, stroke: 1.75, 'aria-hidden': true } as const

function Actions({ day }: { day: ReconciliationDay }) {
  const { operation_date, status, checked_at } = day
  const run = useRunDay()
  const download = useDownloadDay()
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconDownload {...iconProps} />}
        disabled={checked_at === null}
        loading={download.isPending}
        onClick={() => download.mutate(operation_date, { onError: toast.error })}
      >
        Descargar .xlsx
      </Button>
      <Button
        leftSection={<IconRefresh {...iconProps} />}
        loading={run.isPending || status === 'running'}
        onClick={() => run.mutate(operation_date, { onError: toast.error })}
      >
        Conciliar ahora
      </Button>
    </>
  )
}

/** Shows that the reconciliation is running, that it failed, or that it ran before the close of the day. */
function Situation({ day }: { day: ReconciliationDay }) {
  const { status, failure_reason, finished_at, checked_at, is_partial } = day
  if (status === 'running')
    return (
      <div className={classes.running} role="status">
        <p>Comparando las listas de STP con nuestras órdenes, los abonos y el libro contable…</p>
        <Progress value={100} animated size="sm" aria-label="Conciliación en curso" />
      </div>
    )
  if (status === 'failed') {
    const lastComparison =
      checked_at !== null && ` Abajo está la comparación del ${formatDateTime(checked_at)}.`
    return (
      <Notice tone="problem">
        No se pudo conciliar{finished_at !== null && ` (${formatDateTime(finished_at)})`}: {failure_reason} Se
        intentará de nuevo en la próxima hora.{lastComparison}
      </Notice>
    )
  }
  if (is_partial)
    return (
      <Notice tone="info">
        El día sigue abierto: puede haber más órdenes hasta las 18:00. La comparación se repite cada hora y al
        cierre.
      </Notice>
    )
  return null
}

function detailOf(day: ReconciliationDay) {
  return (
    <span className={classes.detail}>
      <StatusBadge {...dayWords(day)} />
      {day.checked_at !== null && <span>Última comparación: {formatDateTime(day.checked_at)}</span>}
    </span>
  )
}

const route = getRouteApi('/staff/conciliacion/$day')

/** One operating day: the totals of the three sides, and the differences. */
export function ReconciliationDayPage() {
  const { day: operation_date } = route.useParams()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const { data: day, error, isPlaceholderData, refetch } = useQuery(dayQuery(operation_date, search))
  const list = (
    <AnchorLink key="list" to="/conciliacion" search={lastSearchOf('/conciliacion')} {...crumbLinkProps}>
      Conciliación STP
    </AnchorLink>
  )
  return (
    <>
      <PageHeader
        title={`Día ${formatLongDate(operation_date, { withYear: true })}`}
        crumbs={[<HomeCrumb key="home" />, list, formatDate(operation_date)]}
        detail={day === undefined ? ' ' : detailOf(day)}
        actions={day && <Actions day={day} />}
      />
      {day === undefined && error && (
        <ErrorState title="No se pudo cargar el día." error={error} onRetry={refetch} />
      )}
      {day === undefined && !error && <CardsSkeleton cards={3} height={120} />}
      {day && (
        <div className={classes.parts}>
          <Situation day={day} />
          {day.totals && <DayTotals totals={day.totals} />}
          <Doubts day={day} />
          {day.totals?.received && (
            <ReceivedTotals
              received={day.totals.received}
              found={day.found}
              operation_date={operation_date}
            />
          )}
          {day.totals && (
            <Differences
              day={day}
              search={search}
              isStale={isPlaceholderData}
              onSearch={(change) => void navigate({ search: (old) => ({ ...old, ...change }) })}
            />
          )}
        </div>
      )}
    </>
  )
}
