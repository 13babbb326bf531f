import '@mantine/charts/styles.layer.css'
import { DonutChart } from '@mantine/charts'
import classes from './documents-chart.module.css'

interface DocumentsDonutProps {
  complete: number
  incomplete: number
}

/** Chart of workers with and without complete documents. Lazy loaded, because the chart library is large. */
export function DocumentsDonut({ complete, incomplete }: DocumentsDonutProps) {
  const share = Math.round((complete / (complete + incomplete)) * 100)
  return (
    <DonutChart
      size={176}
      thickness={26}
      strokeWidth={2}
      startAngle={90}
      endAngle={450}
      data={[
        { name: 'Con Documentos', value: complete, color: 'var(--q-jade)' },
        { name: 'Sin Documentos', value: incomplete, color: 'var(--q-jade-mid)' },
      ]}
      chartLabel={`${share} %`}
      classNames={{ label: classes.share ?? '' }}
      tooltipDataSource="segment"
      valueFormatter={(value) => `${value.toLocaleString('es-MX')} usuarios`}
      pieProps={{ isAnimationActive: false }}
      role="img"
      aria-label={`${share} % de los trabajadores tiene sus documentos completos`}
    />
  )
}
