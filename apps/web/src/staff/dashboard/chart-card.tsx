import { Button } from '@mantine/core'
import { IconChartBar, IconTable } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { Card } from '../../components/card.tsx'
import classes from './chart-card.module.css'

interface ChartCardProps {
  title: string
  /** At the right of the title: a year, a type. */
  controls?: ReactNode
  chart: ReactNode
  /** The same figures as a table. */
  table: ReactNode
  /** Without anything to show there is nothing to switch. */
  isEmpty: boolean
}

/** A chart that is also a table: nobody needs to see colours to read it. */
export function ChartCard({ title, controls, chart, table, isEmpty }: ChartCardProps) {
  const [isTable, setIsTable] = useState(false)
  const Icon = isTable ? IconChartBar : IconTable
  return (
    <Card title={title} action={controls}>
      <div className={classes.stage}>
        {isEmpty && <p className={classes.empty}>No hay datos disponibles para mostrar.</p>}
        {!isEmpty && (isTable ? table : chart)}
      </div>
      {!isEmpty && (
        <Button
          className={classes.switch ?? ''}
          variant="subtle"
          size="compact-sm"
          leftSection={<Icon size={16} stroke={1.75} aria-hidden />}
          onClick={() => setIsTable(!isTable)}
        >
          {isTable ? 'Ver como gráfica' : 'Ver como tabla'}
        </Button>
      )}
    </Card>
  )
}
