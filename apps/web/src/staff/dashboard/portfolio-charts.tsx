import { Skeleton } from '@mantine/core'
import type { ApprovalWeek, FallingDue, OwedByCompany } from '@quincena/domain/dashboard/charts'
import { formatDateTime } from '@quincena/domain/format'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { Card } from '../../components/card.tsx'
import { ErrorState } from '../../components/message-state.tsx'
import { chartsQuery } from './api.ts'
import { ChartStage } from './chart-stage.tsx'
import classes from './dashboard-page.module.css'
import { ApprovalsTable, DueTable, OwedTable } from './portfolio-tables.tsx'

const DueBars = lazy(async () => ({ default: (await import('./portfolio-bars.tsx')).DueBars }))
const OwedBars = lazy(async () => ({ default: (await import('./portfolio-bars.tsx')).OwedBars }))
const ApprovalBars = lazy(async () => ({ default: (await import('./portfolio-bars.tsx')).ApprovalBars }))

const loading = <Skeleton height={272} />

function OwedCard({ owed }: { owed: OwedByCompany[] | undefined }) {
  return (
    <Card title="Deuda y atraso por empresa">
      <ChartStage
        isEmpty={owed?.length === 0}
        chart={
          owed === undefined ? loading : <Suspense fallback={loading}>{<OwedBars owed={owed} />}</Suspense>
        }
        table={owed && <OwedTable owed={owed} />}
      />
    </Card>
  )
}

function DueCard({ due }: { due: FallingDue | undefined }) {
  return (
    <Card title="Por vencer, por fecha de pago">
      <ChartStage
        isEmpty={due?.dates.length === 0}
        chart={
          due === undefined ? (
            loading
          ) : (
            <Suspense fallback={loading}>
              <DueBars dates={due.dates} />
            </Suspense>
          )
        }
        table={due && <DueTable dates={due.dates} />}
      />
      {due !== undefined && due.counted_at !== null && (
        <p className={classes.counted}>
          Calculado el {formatDateTime(due.counted_at)}; los pagos de después aún no se descuentan.
        </p>
      )}
    </Card>
  )
}

function ApprovalsCard({ weeks }: { weeks: ApprovalWeek[] | undefined }) {
  return (
    <Card title="Tiempo hasta aprobar un crédito">
      <ChartStage
        isEmpty={weeks?.every(({ count }) => count === 0) === true}
        chart={
          weeks === undefined ? (
            loading
          ) : (
            <Suspense fallback={loading}>{<ApprovalBars weeks={weeks} />}</Suspense>
          )
        }
        table={weeks && <ApprovalsTable weeks={weeks} />}
      />
    </Card>
  )
}

/** What falls due, what is owed by company and age, and how long approvals took. */
export function PortfolioCharts() {
  const { data, error, refetch } = useQuery(chartsQuery)
  if (data === undefined && error)
    return <ErrorState title="No se pudieron cargar las gráficas" error={error} onRetry={refetch} />
  return (
    <div className={classes.charts}>
      <div className={classes.whole}>
        <DueCard due={data?.falling_due} />
      </div>
      <OwedCard owed={data?.owed} />
      <ApprovalsCard weeks={data?.approvals} />
    </div>
  )
}
