import { Button, Progress } from '@mantine/core'
import { formatDateTime } from '@quincena/domain/format'
import type { ImportJob } from '@quincena/domain/imports/schema'
import { IconDownload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Card } from '../../components/card.tsx'
import { ErrorState } from '../../components/message-state.tsx'
import { Notice } from '../../components/notice.tsx'
import { LinesSkeleton } from '../../components/skeletons.tsx'
import { smallIcon } from '../../components/small-icon.tsx'
import { toast } from '../../components/toast.tsx'
import classes from '../import/job-card.module.css'
import { number, rowsText } from '../import/words.ts'
import { importQuery, useDownloadRejected } from './api.ts'
import { Counts } from './counts.tsx'
import { RejectedList } from './rejected-list.tsx'

function RunningBar({ job }: { job: ImportJob }) {
  const share = job.rows_total === 0 ? 0 : (job.rows_done / job.rows_total) * 100
  return (
    <div className={classes.running}>
      <Progress value={share} aria-label="Avance de la carga" size="lg" radius="xl" />
      <p className={classes.progress} role="status">
        {number(job.rows_done)} de {rowsText(job.rows_total)}. Puedes seguir trabajando: te avisaremos cuando
        termine.
      </p>
    </div>
  )
}

function endText({ rejected_count, rows_total }: ImportJob): string {
  if (rejected_count === 0) return 'Todas las filas quedaron al día.'
  if (rejected_count === rows_total)
    return 'Ninguna fila pudo guardarse. Corrige los motivos y súbelas otra vez.'
  return 'Las demás filas ya se guardaron. Descarga las rechazadas, corrígelas y súbelas otra vez.'
}

function Rejected({ job }: { job: ImportJob }) {
  const download = useDownloadRejected(job.id)
  if (job.rejected_count === 0) return null
  if (job.rejected.length === 0)
    return <p className={classes.about}>Las filas rechazadas se guardan 30 días: ya se borraron.</p>
  return (
    <>
      <div className={classes.head}>
        <h3 className={classes.title}>{rowsText(job.rejected_count)} por corregir</h3>
        <Button
          variant="light"
          leftSection={smallIcon(IconDownload)}
          loading={download.isPending}
          onClick={() => download.mutate(undefined, { onError: toast.error })}
        >
          Descargar rechazadas
        </Button>
      </div>
      <RejectedList kind={job.kind} cells={job.rejected} />
    </>
  )
}

function Result({ job }: { job: ImportJob }) {
  const isFinished = job.state === 'finished'
  return (
    <div className={classes.result}>
      <p className={classes.about}>
        {job.company_name !== null && `${job.company_name} · `}
        {rowsText(job.rows_total)} · {formatDateTime(job.created_at)}
      </p>
      {isFinished ? (
        <Notice tone={job.rejected_count === 0 ? 'done' : 'info'}>{endText(job)}</Notice>
      ) : (
        <RunningBar job={job} />
      )}
      <Counts counts={job} />
      {isFinished && <Rejected job={job} />}
    </div>
  )
}

/** Shows the live progress of an import, and then its result. */
export function JobCard({ id, onClose }: { id: number; onClose: () => void }) {
  const { data, error, refetch } = useQuery(importQuery(id))
  const close = (
    <Button variant="subtle" onClick={onClose} flex="none">
      Subir otro archivo
    </Button>
  )
  if (data === undefined)
    return (
      <Card title="Carga" action={close}>
        {error ? <ErrorState error={error} onRetry={refetch} /> : <LinesSkeleton lines={5} />}
      </Card>
    )
  return (
    <Card title={<span className={classes.file}>{data.file_name}</span>} action={close}>
      <Result job={data} />
    </Card>
  )
}
