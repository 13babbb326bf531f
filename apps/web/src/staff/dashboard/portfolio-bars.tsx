import '@mantine/charts/styles.layer.css'
import { BarChart } from '@mantine/charts'
import type { ApprovalWeek, DueDate, OwedByCompany } from '@quincena/domain/dashboard/charts'
import { formatDate, formatMoneyShort } from '@quincena/domain/format'
import classes from './portfolio.module.css'
import { approvalSeries, durationText, owedSeries } from './portfolio-words.ts'

const common = {
  h: 260,
  tickLine: 'none',
  strokeDasharray: '0',
  gridColor: 'var(--q-line)',
  textColor: 'var(--q-ink-2)',
  barProps: { isAnimationActive: false },
  role: 'img',
} as const

/** The series of a chart in their order; the chart's own legend sorts by the alphabet and does not wrap. */
function Legend({ series }: { series: readonly { label: string; color: string }[] }) {
  return (
    <ul className={classes.legend} aria-hidden>
      {series.map(({ label, color }) => (
        <li key={label}>
          <span className={classes.mark} style={{ background: color }} />
          {label}
        </li>
      ))}
    </ul>
  )
}

/** Stacked bars of what each company owes, by age; ages without debt are left out. */
export function OwedBars({ owed }: { owed: readonly OwedByCompany[] }) {
  const shown = owedSeries.filter(({ age }) => owed.some(({ owed: parts }) => parts[age] > 0))
  return (
    <div>
      <Legend series={shown} />
      <BarChart
        {...common}
        data={owed.map(({ company, owed: parts }) => ({ name: company.name, ...parts }))}
        dataKey="name"
        series={shown.map(({ age, label, color }) => ({ name: age, label, color }))}
        type="stacked"
        orientation="vertical"
        maxBarWidth={22}
        gridAxis="y"
        yAxisProps={{ width: 120 }}
        valueFormatter={formatMoneyShort}
        aria-label="Deuda por empresa y antigüedad del atraso."
      />
    </div>
  )
}

/** Bars of what falls due on each of the next due dates. */
export function DueBars({ dates }: { dates: readonly DueDate[] }) {
  return (
    <BarChart
      {...common}
      data={dates.map(({ due_date, amount }) => ({ name: formatDate(due_date).slice(0, 5), amount }))}
      dataKey="name"
      series={[{ name: 'amount', label: 'Por vencer', color: 'var(--q-jade)' }]}
      maxBarWidth={40}
      gridAxis="x"
      yAxisProps={{ width: 72 }}
      valueFormatter={formatMoneyShort}
      aria-label="Lo que vence en cada fecha de pago."
    />
  )
}

/** Bars of the median and the 90th percentile of each week, in hours. */
export function ApprovalBars({ weeks }: { weeks: readonly ApprovalWeek[] }) {
  return (
    <div>
      <Legend series={approvalSeries} />
      <BarChart
        {...common}
        data={weeks.map(({ week, median_hours, p90_hours }) => ({
          name: formatDate(week).slice(0, 5),
          median: median_hours ?? 0,
          p90: p90_hours ?? 0,
        }))}
        dataKey="name"
        series={[...approvalSeries]}
        maxBarWidth={18}
        gridAxis="x"
        yAxisProps={{ width: 56 }}
        valueFormatter={durationText}
        aria-label="Tiempo desde la solicitud hasta la aprobación de un crédito, por semana."
      />
    </div>
  )
}
