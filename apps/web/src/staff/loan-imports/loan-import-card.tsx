import { Button, Progress } from '@mantine/core'
import { formatDate, formatDateTime } from '@quincena/domain/format'
import { BALANCE_KIND_NAMES, type LoanImport } from '@quincena/domain/loan-imports/schema'
import { IconDownload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Card } from '../../components/card.tsx'
import { ButtonLink } from '../../components/links.tsx'
import { ErrorState } from '../../components/message-state.tsx'
import { Notice } from '../../components/notice.tsx'
import { LinesSkeleton } from '../../components/skeletons.tsx'
import { smallIcon } from '../../components/small-icon.tsx'
import { toast } from '../../components/toast.tsx'
import classes from '../import/job-card.module.css'
import { number } from '../import/words.ts'
import { loanImportQuery, reconciledQuery, useDownloadReconciliation } from './api.ts'
import { LoanFigures } from './loan-preview.tsx'
import { ProblemTable, ReconciliationTable } from './loan-tables.tsx'
import { loansText, stateText } from './loan-words.ts'

const tones = {
  waiting: 'info',
  approved: 'info',
  finished: 'done',
  failed: 'problem',
  refused: 'problem',
  withdrawn: 'info',
} as const

function RunningBar({ job: { loans_done, loans_total } }: { job: LoanImport }) {
  return (
    <div className={classes.running}>
      <Progress
        value={(loans_done / loans_total) * 100}
        aria-label="Avance de la carga"
        size="lg"
        radius="xl"
      />
      <p className={classes.progress} role="status">
        {number(loans_done)} de {loansText(loans_total)}. Puedes seguir trabajando: te avisaremos cuando
        termine.
      </p>
    </div>
  )
}

function Reconciliation({ id }: { id: number }) {
  const { data, error, refetch } = useQuery(reconciledQuery(id))
  const download = useDownloadReconciliation(id)
  return (
    <>
      <div className={classes.head}>
        <h3 className={classes.title}>Conciliación</h3>
        <Button
          variant="light"
          leftSection={smallIcon(IconDownload)}
          loading={download.isPending}
          onClick={() => download.mutate(undefined, { onError: toast.error })}
        >
          Descargar conciliación
        </Button>
      </div>
      {data !== undefined ? (
        <ReconciliationTable loans={data.results} />
      ) : error ? (
        <ErrorState error={error} onRetry={refetch} />
      ) : (
        <LinesSkeleton lines={4} />
      )}
    </>
  )
}

function Result({ job }: { job: LoanImport }) {
  const by = job.approved_by === null ? '' : ` · autorizó ${job.approved_by}`
  return (
    <div className={classes.result}>
      <p className={classes.about}>
        Subió {job.uploaded_by} · {formatDateTime(job.created_at)}
        {by} · saldos al {formatDate(job.cut_off_day)}: {BALANCE_KIND_NAMES[job.balance_kind].toLowerCase()}
      </p>
      {job.state === 'approved' ? (
        <RunningBar job={job} />
      ) : (
        <Notice tone={tones[job.state]}>{stateText(job)}</Notice>
      )}
      {job.state === 'waiting' && job.approval !== null && (
        <div>
          <ButtonLink to="/autorizaciones" search={{ autorizacion: job.approval }} variant="default">
            Ver la solicitud
          </ButtonLink>
        </div>
      )}
      <LoanFigures figures={job} />
      {job.problems.length > 0 && <ProblemTable problems={job.problems} />}
      <Reconciliation id={job.id} />
    </div>
  )
}

/** Shows an import of loans: who decides, the progress, and the reconciliation. */
export function LoanImportCard({ id, onClose }: { id: number; onClose: () => void }) {
  const { data, error, refetch } = useQuery(loanImportQuery(id))
  const close = (
    <Button variant="subtle" onClick={onClose} flex="none">
      Subir otro libro
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
