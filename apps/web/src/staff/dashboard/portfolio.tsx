import { Skeleton } from '@mantine/core'
import { lazy, Suspense } from 'react'
import { useNearView } from '../../components/use-near-view.ts'
import classes from './dashboard-page.module.css'

const PortfolioCharts = lazy(async () => ({
  default: (await import('./portfolio-charts.tsx')).PortfolioCharts,
}))

/** Charts of what is owed and of approvals. They are below the fold, so they load when somebody scrolls to them. */
export function Portfolio() {
  const { ref, isNear } = useNearView()
  const loading = <Skeleton height={380} />
  return (
    <section className={classes.portfolio} aria-labelledby="la-cartera" ref={ref}>
      <h2 className={classes.heading} id="la-cartera">
        La cartera hoy
      </h2>
      {isNear ? (
        <Suspense fallback={loading}>
          <PortfolioCharts />
        </Suspense>
      ) : (
        loading
      )}
    </section>
  )
}
