import { Skeleton } from '@mantine/core'
import type { DashboardSummary } from '@quincena/domain/dashboard/schema'
import { lazy, Suspense, useState } from 'react'
import stageClasses from './chart-stage.module.css'
import { ChartStage } from './chart-stage.tsx'
import classes from './documents-chart.module.css'
import { TabbedCard } from './tabbed-card.tsx'
import { WorkersWithoutDocuments } from './workers-without-documents.tsx'

const DocumentsDonut = lazy(async () => ({ default: (await import('./documents-donut.tsx')).DocumentsDonut }))

const views = [
  { value: 'chart', label: 'Resumen' },
  { value: 'workers', label: 'Sin documentos' },
] as const

interface Counts {
  complete: number
  incomplete: number
}

const usersText = (count: number) => (count === 1 ? '1 usuario' : `${count.toLocaleString('es-MX')} usuarios`)

function Key({ complete, incomplete }: Counts) {
  return (
    <ul className={classes.key}>
      <li>
        <span className={classes.mark} aria-hidden />
        Con Documentos <strong>{usersText(complete)}</strong>
      </li>
      <li>
        <span className={classes.mark} data-open aria-hidden />
        Sin Documentos <strong>{usersText(incomplete)}</strong>
      </li>
    </ul>
  )
}

function CountsTable({ complete, incomplete }: Counts) {
  return (
    <table className={stageClasses.table} aria-label="Estado de Documentos">
      <thead>
        <tr>
          <th scope="col">Estado</th>
          <th scope="col">Usuarios</th>
        </tr>
      </thead>
      <tbody>
        <tr>
          <th scope="row">Con Documentos</th>
          <td>{complete}</td>
        </tr>
        <tr>
          <th scope="row">Sin Documentos</th>
          <td>{incomplete}</td>
        </tr>
      </tbody>
    </table>
  )
}

function Chart(counts: Counts) {
  return (
    <div className={classes.chart}>
      <Suspense fallback={<Skeleton circle height={176} />}>
        <DocumentsDonut {...counts} />
      </Suspense>
      <Key {...counts} />
    </div>
  )
}

function countsOf(data: DashboardSummary['graph_data']['documentation_data']): Counts {
  const countOf = (name: string) => data.find((part) => part.name === name)?.value ?? 0
  return { complete: countOf('Con documentos'), incomplete: countOf('Sin documentos') }
}

/** Shows how many workers have complete documents, and lists the workers who do not. */
export function DocumentsChart({ graphs }: { graphs: DashboardSummary['graph_data'] | undefined }) {
  const [tab, setTab] = useState<'chart' | 'workers'>('chart')
  const counts = graphs && countsOf(graphs.documentation_data)
  return (
    <TabbedCard title="Estado de Documentos" label="Documentos" options={views} value={tab} onChange={setTab}>
      {tab === 'workers' ? (
        <WorkersWithoutDocuments />
      ) : (
        <ChartStage
          isEmpty={counts !== undefined && counts.complete + counts.incomplete === 0}
          chart={counts === undefined ? <Skeleton height={272} /> : <Chart {...counts} />}
          table={counts && <CountsTable {...counts} />}
        />
      )}
    </TabbedCard>
  )
}
