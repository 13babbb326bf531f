import { businessDay, daysToPayDate, nextPayDate } from '@quincena/domain/dates'
import { formatLongDate } from '@quincena/domain/format'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useEffect } from 'react'
import { ErrorState } from '../../components/message-state.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { PayDateStrip } from '../../components/pay-date-strip.tsx'
import { toast } from '../../components/toast.tsx'
import { summaryQuery } from './api.ts'
import { Attention } from './attention.tsx'
import { BalanceCard } from './balance-card.tsx'
import classes from './dashboard-page.module.css'
import { DocumentsChart } from './documents-chart.tsx'
import { Figures } from './figures.tsx'
import { LatestRequests } from './latest-requests.tsx'
import { Portfolio } from './portfolio.tsx'
import { RequestsChart } from './requests-chart.tsx'
import { resolveYear, YearSelect } from './year-select.tsx'

const route = getRouteApi('/staff/')

function payDateText(today: string): string {
  const days = daysToPayDate(today)
  return `Próximo día de pago: ${formatLongDate(nextPayDate(today))}, ${days === 1 ? 'mañana' : `en ${days} días`}`
}

/** Home screen of the staff app: figures, items to attend to, the latest requests and charts of the year. */
export function DashboardPage() {
  const { year: chosenYear, tipo = 'creditos' } = route.useSearch()
  const navigate = route.useNavigate()
  const today = businessDay(Temporal.Now.instant())
  const thisYear = Number(today.slice(0, 4))
  const year = resolveYear(chosenYear, thisYear)
  const { data, error, isPlaceholderData, refetch } = useQuery(summaryQuery(year))
  const hasFailed = error !== null && data === undefined
  useEffect(() => {
    if (hasFailed) toast.error('Ocurrió un error al cargar la información del dashboard')
  }, [hasFailed])
  return (
    <>
      <PageHeader
        title="Dashboard"
        detail={formatLongDate(today, { withYear: true })}
        actions={
          <div className={classes.strip}>
            <PayDateStrip today={today} payDate={nextPayDate(today)} label={payDateText(today)} />
          </div>
        }
      />
      <div className={classes.parts}>
        {hasFailed ? (
          <ErrorState title="No se pudo cargar la información" error={error} onRetry={refetch} />
        ) : (
          <>
            <Figures summary={data} year={year} isThisYear={year === thisYear} isStale={isPlaceholderData} />
            {data && <Attention attention={data.attention} />}
          </>
        )}
        <BalanceCard />
        <LatestRequests />
        {!hasFailed && (
          <section className={classes.year} aria-labelledby="el-ano">
            <header className={classes.yearHead}>
              <h2 className={classes.heading} id="el-ano">
                El año en gráficas
              </h2>
              <YearSelect
                year={year}
                thisYear={thisYear}
                onYear={(next) => void navigate({ search: (old) => ({ ...old, year: next }) })}
              />
            </header>
            <div className={classes.charts} data-stale={isPlaceholderData}>
              <RequestsChart
                graphs={data?.graph_data}
                kind={tipo}
                onKind={(next) => void navigate({ search: (old) => ({ ...old, tipo: next }), replace: true })}
              />
              <DocumentsChart graphs={data?.graph_data} />
            </div>
          </section>
        )}
        <Portfolio />
      </div>
    </>
  )
}
