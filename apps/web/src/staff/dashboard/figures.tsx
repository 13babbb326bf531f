import { Skeleton } from '@mantine/core'
import type { DashboardFigures, DashboardSummary } from '@quincena/domain/dashboard/schema'
import { formatMoney, formatMoneyShort } from '@quincena/domain/format'
import { IconArrowDownRight, IconArrowRight, IconArrowUpRight } from '@tabler/icons-react'
import classes from './figures.module.css'

interface Figure {
  key: keyof DashboardFigures
  label: string
  /** Abbreviated value, such as $1.2M. */
  short: (value: number) => string
  /** Exact value. */
  exact: (value: number) => string
}

const formatCount = (value: number) => value.toLocaleString('es-MX')

const figures: readonly Figure[] = [
  { key: 'credit_count', label: 'Créditos nuevos', short: formatCount, exact: formatCount },
  { key: 'advance_count', label: 'Anticipos nuevos', short: formatCount, exact: formatCount },
  { key: 'total_credit', label: 'Entregado en créditos', short: formatMoneyShort, exact: formatMoney },
  { key: 'total_advance', label: 'Entregado en anticipos', short: formatMoneyShort, exact: formatMoney },
]

function trendIcon(now: number, before: number) {
  if (now > before) return IconArrowUpRight
  return now < before ? IconArrowDownRight : IconArrowRight
}

function Trend({ figure, months }: { figure: Figure; months: DashboardSummary['months'] }) {
  const now = months.current[figure.key]
  const before = months.previous[figure.key]
  const Icon = trendIcon(now, before)
  return (
    <p className={classes.trend} title="Este mes hasta hoy, y el mes pasado hasta el mismo día">
      <Icon size={16} stroke={2} aria-hidden />
      <span>
        <strong>{figure.short(now)}</strong> este mes, {figure.short(before)} hace un mes
      </span>
    </p>
  )
}

interface FiguresProps {
  summary: DashboardSummary | undefined
  year: number
  /** True for the current year: only then are this month and last month shown. */
  isThisYear: boolean
  /** The shown figures belong to the previously chosen year. */
  isStale: boolean
}

/** New credits, new advances and money paid out in the year; for the current year also this month and last month. */
export function Figures({ summary, year, isThisYear, isStale }: FiguresProps) {
  return (
    <section className={classes.band} aria-label={`Resumen de ${year}`} data-stale={isStale}>
      {figures.map((figure) => (
        <div key={figure.key} className={classes.figure}>
          <p className={classes.label}>
            {figure.label} <span className={classes.year}>{year}</span>
          </p>
          {summary === undefined ? (
            <Skeleton height={32} width={96} my={4} />
          ) : (
            <>
              <p className={classes.value} title={figure.exact(summary[figure.key])}>
                {figure.short(summary[figure.key])}
              </p>
              {isThisYear && <Trend figure={figure} months={summary.months} />}
            </>
          )}
        </div>
      ))}
    </section>
  )
}
