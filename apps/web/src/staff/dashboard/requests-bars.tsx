import '@mantine/charts/styles.layer.css'
import { BarChart } from '@mantine/charts'
import type { DashboardMonth } from '@quincena/domain/dashboard/schema'

const series = [
  { name: 'aceptados', label: 'Aceptadas', color: 'var(--q-accepted)' },
  { name: 'rechazados', label: 'Rechazadas', color: 'var(--q-rejected)' },
  { name: 'pendientes', label: 'Pendientes', color: 'var(--q-pending)' },
]

/** Bar chart of requests by month and result. Lazy loaded, because the chart library is large. */
export function RequestsBars({ months }: { months: readonly DashboardMonth[] }) {
  return (
    <BarChart
      h={272}
      data={[...months]}
      dataKey="name"
      series={series}
      type="stacked"
      maxBarWidth={28}
      withLegend
      legendProps={{ verticalAlign: 'top', height: 40 }}
      gridAxis="x"
      tickLine="none"
      strokeDasharray="0"
      gridColor="var(--q-line)"
      textColor="var(--q-ink-2)"
      yAxisProps={{ allowDecimals: false, width: 32 }}
      valueFormatter={(value) => value.toLocaleString('es-MX')}
      barProps={{ isAnimationActive: false }}
      role="img"
      aria-label="Solicitudes por mes: aceptadas, rechazadas y pendientes."
    />
  )
}
