import { Button, VisuallyHidden } from '@mantine/core'
import { IconChartBar, IconTable } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import classes from './chart-stage.module.css'

interface ChartStageProps {
  chart: ReactNode
  /** Table with the same figures. */
  table: ReactNode
  /** True when there are no figures: neither chart nor switch is shown. */
  isEmpty: boolean
}

/** Shows a chart with a switch to a table of the same figures, so that reading it needs no colours. */
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
        {/* Screen readers always get the table. */}
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
