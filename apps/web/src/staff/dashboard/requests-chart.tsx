import { Skeleton, Tabs } from '@mantine/core'
import type { DashboardMonth, DashboardSummary } from '@quincena/domain/dashboard/schema'
import { lazy, Suspense } from 'react'
import classes from './chart-card.module.css'
import { ChartCard } from './chart-card.tsx'
import type { DashboardSearch } from './search.ts'

const RequestsBars = lazy(async () => ({ default: (await import('./requests-bars.tsx')).RequestsBars }))

type Kind = NonNullable<DashboardSearch['tipo']>

function MonthsTable({ months }: { months: readonly DashboardMonth[] }) {
  return (
    <table className={classes.table}>
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

/** What became of each month's requests. */
export function RequestsChart({ graphs, kind, onKind }: RequestsChartProps) {
  const months = kind === 'creditos' ? graphs?.credits : graphs?.advances
  const loading = <Skeleton height={272} />
  return (
    <ChartCard
      title="Solicitudes de crédito y anticipo"
      controls={
        <Tabs
          variant="pills"
          value={kind}
          onChange={(value) => onKind(value === 'anticipos' ? 'anticipos' : 'creditos')}
        >
          <Tabs.List aria-label="Tipo de solicitud">
            <Tabs.Tab value="creditos">Créditos</Tabs.Tab>
            <Tabs.Tab value="anticipos">Anticipos</Tabs.Tab>
          </Tabs.List>
        </Tabs>
      }
      isEmpty={months !== undefined && isEmpty(months)}
      chart={
        months === undefined ? (
          loading
        ) : (
          <Suspense fallback={loading}>
            <RequestsBars months={months} />
          </Suspense>
        )
      }
      table={months && <MonthsTable months={months} />}
    />
  )
}
