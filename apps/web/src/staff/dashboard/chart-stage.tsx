import { Button, VisuallyHidden } from '@mantine/core'
import { IconChartBar, IconTable } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import classes from './chart-stage.module.css'

interface ChartStageProps {
  chart: ReactNode
  /** The same figures as a table. */
  table: ReactNode
  /** Without anything to show there is nothing to switch. */
  isEmpty: boolean
}

/** A chart that is also a table: nobody needs to see colours to read it. */
export function ChartStage({ chart, table, isEmpty }: ChartStageProps) {
  const [isTable, setIsTable] = useState(false)
  const Icon = isTable ? IconChartBar : IconTable
  if (isEmpty) {
    return (
      <div className={classes.stage}>
        <p className={classes.empty}>No hay datos disponibles para mostrar.</p>
      </div>
    )
  }
  return (
    <>
      <div className={classes.stage}>
        {isTable ? table : chart}
        {/* Who cannot see the chart reads the table, whichever is shown. */}
        {!isTable && <VisuallyHidden>{table}</VisuallyHidden>}
      </div>
      <Button
        className={classes.switch ?? ''}
        variant="subtle"
        size="compact-sm"
        leftSection={<Icon size={16} stroke={1.75} aria-hidden />}
        onClick={() => setIsTable(!isTable)}
      >
        {isTable ? 'Ver como gráfica' : 'Ver como tabla'}
      </Button>
    </>
  )
}
