import { Skeleton } from '@mantine/core'
import type { DashboardMonth, DashboardSummary } from '@quincena/domain/dashboard/schema'
import { lazy, Suspense } from 'react'
import classes from './chart-stage.module.css'
import { ChartStage } from './chart-stage.tsx'
import type { DashboardSearch } from './search.ts'
import { TabbedCard } from './tabbed-card.tsx'

const RequestsBars = lazy(async () => ({ default: (await import('./requests-bars.tsx')).RequestsBars }))

type Kind = NonNullable<DashboardSearch['tipo']>

const kinds = [
  { value: 'creditos', label: 'Créditos' },
  { value: 'anticipos', label: 'Anticipos' },
] as const

function MonthsTable({ months }: { months: readonly DashboardMonth[] }) {
  return (
    <table className={classes.table} aria-label="Solicitudes por mes">
      <thead>
        <tr>
          <th scope="col">Mes</th>
          <th scope="col">Aceptadas</th>
          <th scope="col">Rechazadas</th>
          <th scope="col">Pendientes</th>
        </tr>
      </thead>
      <tbody>
        {months.map(({ name, aceptados, rechazados, pendientes }) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td>{aceptados}</td>
            <td>{rechazados}</td>
            <td>{pendientes}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const isEmpty = (months: readonly DashboardMonth[]) =>
  months.every(({ aceptados, rechazados, pendientes }) => aceptados + rechazados + pendientes === 0)

interface RequestsChartProps {
  graphs: DashboardSummary['graph_data'] | undefined
  kind: Kind
  onKind: (kind: Kind) => void
}

/** Shows the requests of each month by result, of credits or of advances. */
export function RequestsChart({ graphs, kind, onKind }: RequestsChartProps) {
  const months = kind === 'creditos' ? graphs?.credits : graphs?.advances
  const loading = <Skeleton height={272} />
  const bars = (shown: readonly DashboardMonth[]) => (
    <Suspense fallback={loading}>
      <RequestsBars months={shown} />
    </Suspense>
  )
  return (
    <TabbedCard
      title="Solicitudes de crédito y anticipo"
      label="Tipo de solicitud"
      options={kinds}
      value={kind}
      onChange={onKind}
    >
      <ChartStage
        isEmpty={months !== undefined && isEmpty(months)}
        chart={months === undefined ? loading : bars(months)}
        table={months && <MonthsTable months={months} />}
      />
    </TabbedCard>
  )
}
