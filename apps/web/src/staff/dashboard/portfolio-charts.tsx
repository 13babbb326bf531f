import { Skeleton } from '@mantine/core'
import type { ApprovalWeek, OwedByCompany } from '@quincena/domain/dashboard/charts'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { Card } from '../../components/card.tsx'
import { ErrorState } from '../../components/message-state.tsx'
import { chartsQuery } from './api.ts'
import { ChartStage } from './chart-stage.tsx'
import classes from './dashboard-page.module.css'
import { ApprovalsTable, OwedTable } from './portfolio-tables.tsx'

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

/** What is owed by company and age, and how long approvals took. */
export function PortfolioCharts() {
  const { data, error, refetch } = useQuery(chartsQuery)
  if (data === undefined && error)
    return <ErrorState title="No se pudieron cargar las gráficas" error={error} onRetry={refetch} />
  return (
    <div className={classes.charts}>
      <OwedCard owed={data?.owed} />
      <ApprovalsCard weeks={data?.approvals} />
    </div>
  )
}
