import { Button, Progress } from '@mantine/core'
import type { BankStatement } from '@quincena/domain/bank-statements/schema'
import { formatDateTime } from '@quincena/domain/format'
import { IconDownload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Card } from '../../components/card.tsx'
import { ButtonLink } from '../../components/links.tsx'
import { LoadState } from '../../components/load-state.tsx'
import { Notice } from '../../components/notice.tsx'
import { PageButtons } from '../../components/page-buttons.tsx'
import { smallIcon } from '../../components/small-icon.tsx'
import { toast } from '../../components/toast.tsx'
import { pluralize } from '../../lib/pluralize.ts'
import { rejectedQuery, statementQuery, useDownloadRejected } from './api.ts'
import { RejectedTable } from './rejected-table.tsx'
import classes from './statement-form.module.css'

const rowsText = (count: number) => pluralize(count, 'renglón', 'renglones')

function RunningBar({ statement: { rows_done, rows_total } }: { statement: BankStatement }) {
  const share = rows_total === 0 ? 0 : (rows_done / rows_total) * 100
  return (
    <div className={classes.form}>
      <Progress value={share} aria-label="Avance de la lectura" size="lg" radius="xl" />
      <p className={classes.head} role="status">
        {rows_done.toLocaleString('es-MX')} de {rowsText(rows_total)}. Puedes seguir trabajando: te avisaremos
        cuando termine.
      </p>
    </div>
  )
}

function Figures({ statement }: { statement: BankStatement }) {
  const figures = [
    { label: 'Movimientos nuevos', value: statement.added },
    { label: 'Ya estaban', value: statement.known },
    { label: 'Sin leer', value: statement.rejected_count },
    { label: 'Pagos conciliados', value: statement.matched },
  ]
  return (
    <dl className={classes.figures}>
      {figures.map(({ label, value }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value.toLocaleString('es-MX')}</dd>
        </div>
      ))}
    </dl>
  )
}

const pageSize = 20

function Rejected({ statement }: { statement: BankStatement }) {
  const [page, setPage] = useState(1)
  const query = useQuery(rejectedQuery(statement.id, { page, page_size: pageSize }))
  const download = useDownloadRejected(statement.id)
  const { data } = query
  return (
    <>
      <div className={classes.rejected}>
        <h3 className={classes.title}>{rowsText(statement.rejected_count)} sin leer</h3>
        <Button
          variant="light"
          leftSection={smallIcon(IconDownload)}
          loading={download.isPending}
          onClick={() => download.mutate(undefined, { onError: toast.error })}
        >
          Descargar
        </Button>
      </div>
      {data === undefined ? (
        <LoadState query={query} title="Error al cargar los renglones sin leer." lines={4} />
      ) : (
        <RejectedTable
          problems={data.results.flatMap(({ row, problems }) =>
            problems.map((problem) => ({ row, ...problem })),
          )}
        />
      )}
      <PageButtons
        label="Páginas de renglones sin leer"
        page={page}
        pages={Math.ceil(statement.rejected_count / pageSize)}
        onPage={setPage}
      />
    </>
  )
}

function endText({ added, matched, known, rejected_count }: BankStatement): string {
  if (added === 0 && known > 0 && rejected_count === 0)
    return 'Todos los movimientos ya estaban: no cambió nada.'
  if (added === 0 && known === 0)
    return 'Ningún renglón se pudo leer. Corrige el archivo o elige otras columnas.'
  const found =
    matched === 1
      ? 'Un pago quedó conciliado solo'
      : `${matched.toLocaleString('es-MX')} pagos quedaron conciliados solos`
  return matched === 0 ? 'Los movimientos quedaron por conciliar.' : `${found}. Lo demás queda por conciliar.`
}

function Result({ statement }: { statement: BankStatement }) {
  const { uploaded_by, created_at, rows_total, state, rejected_count, bank_account } = statement
  const isFinished = state === 'finished'
  return (
    <div className={classes.form}>
      <p className={classes.head}>
        {rowsText(rows_total)} · {uploaded_by}, {formatDateTime(created_at)}
      </p>
      {isFinished ? (
        <Notice tone={rejected_count === 0 ? 'done' : 'info'}>{endText(statement)}</Notice>
      ) : (
        <RunningBar statement={statement} />
      )}
      <Figures statement={statement} />
      {isFinished && (
        <div className={classes.actions}>
          <ButtonLink to="/tesoreria/bancos" search={{ cuenta: bank_account }}>
            Ir a conciliar
          </ButtonLink>
        </div>
      )}
      {rejected_count > 0 && <Rejected statement={statement} />}
    </div>
  )
}

/** The live progress of a statement, then what it brought and the rows that could not be read. */
export function StatementCard({ id, onClose }: { id: number; onClose: () => void }) {
  const query = useQuery(statementQuery(id))
  const close = (
    <Button variant="subtle" onClick={onClose} flex="none">
      Subir otro
    </Button>
  )
  const { data } = query
  return (
    <Card
      title={<span className={classes.name}>{data?.file_name ?? 'Estado de cuenta'}</span>}
      action={close}
    >
      {data === undefined ? (
        <LoadState query={query} title="Error al cargar el estado de cuenta." lines={5} />
      ) : (
        <Result statement={data} />
      )}
    </Card>
  )
}
