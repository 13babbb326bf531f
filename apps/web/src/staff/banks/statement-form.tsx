import { ActionIcon, Button, Loader } from '@mantine/core'
import type { BankAccount } from '@quincena/domain/bank-accounts/schema'
import type { StatementColumns } from '@quincena/domain/bank-statements/columns'
import { STATEMENT_LIMIT_BYTES, type StatementPreview } from '@quincena/domain/bank-statements/schema'
import { messageOf } from '@quincena/domain/messages'
import { IconFileSpreadsheet, IconUpload, IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { Card } from '../../components/card.tsx'
import { FileDrop } from '../../components/file-drop.tsx'
import { Notice } from '../../components/notice.tsx'
import { smallIcon } from '../../components/small-icon.tsx'
import { toast } from '../../components/toast.tsx'
import { errorText } from '../../lib/api-error.ts'
import { statementPreviewQuery, useUploadStatement } from './api.ts'
import { ColumnChoice } from './column-choice.tsx'
import classes from './statement-form.module.css'
import { PreviewTable, RejectedPreview } from './statement-preview.tsx'

const accepted = {
  'text/csv': ['.csv', '.txt'],
  'application/vnd.ms-excel': ['.xls'],
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': ['.xlsx'],
}

const refusals = {
  type: messageOf('statement.wrong_extension'),
  size: messageOf('import.too_large'),
  many: messageOf('request.one_file'),
} as const

function ChosenFile({ file, onRemove }: { file: File; onRemove: () => void }) {
  return (
    <div className={classes.file}>
      <IconFileSpreadsheet className={classes.icon ?? ''} size={28} stroke={1.75} aria-hidden />
      <span className={classes.name}>{file.name}</span>
      <ActionIcon variant="subtle" color="gray" aria-label="Quitar archivo" onClick={onRemove}>
        <IconX size={18} stroke={1.75} aria-hidden />
      </ActionIcon>
    </div>
  )
}

function headText({ rows_total, rejected_count }: StatementPreview): string {
  const rows = `${rows_total.toLocaleString('es-MX')} ${rows_total === 1 ? 'renglón' : 'renglones'}`
  if (rejected_count === 0) return `${rows}. Nada se guarda hasta que subas el estado de cuenta.`
  const unread = rejected_count.toLocaleString('es-MX')
  return `${rows}, ${unread} que no se ${rejected_count === 1 ? 'puede' : 'pueden'} leer: los demás sí se guardan.`
}

interface PreviewProps {
  preview: StatementPreview
  columns: StatementColumns
  onColumns: (columns: StatementColumns) => void
}

function Preview({ preview, columns, onColumns }: PreviewProps) {
  return (
    <>
      <ColumnChoice preview={preview} columns={columns} onChange={onColumns} />
      <p className={classes.head}>{headText(preview)}</p>
      <PreviewTable preview={preview} />
      <RejectedPreview preview={preview} />
    </>
  )
}

function useStatementForm(account: BankAccount, onStarted: (id: number) => void) {
  const [file, setFile] = useState<File | null>(null)
  const [columns, setColumns] = useState<StatementColumns | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const upload = useUploadStatement()
  // A ref changes at once; state would change with the next render, after a double click.
  const isSending = useRef(false)
  const form = file === null ? null : { account: account.id, file, columns }
  const { data, error, isFetching } = useQuery({
    ...statementPreviewQuery(form),
    // The table stays while another choice of columns is read; never that of another file.
    placeholderData: (last) => (columns === null ? undefined : last),
  })
  const preview = file === null ? null : (data ?? null)
  const choose = (next: File | null) => {
    setFile(next)
    setColumns(null)
    setFailure(null)
  }
  const send = async () => {
    if (form === null || preview === null || isSending.current) return
    isSending.current = true
    setFailure(null)
    try {
      const { statement } = await upload.mutateAsync({ ...form, columns: preview.columns })
      toast.success('Recibimos el estado de cuenta.')
      if (statement !== null) onStarted(statement.id)
    } catch (refused) {
      setFailure(errorText(refused))
    } finally {
      isSending.current = false
    }
  }
  const problem = failure ?? (file !== null && error !== null ? errorText(error) : null)
  const isReady = preview !== null && !isFetching && Object.keys(preview.column_problems).length === 0
  return {
    ...{ file, choose, columns, setColumns, setFailure, preview, problem, isReady, send },
    ...{ isReading: file !== null && isFetching && preview === null, isSending: upload.isPending },
  }
}

interface StatementFormProps {
  account: BankAccount
  onStarted: (id: number) => void
}

/** Chooses a statement's file, shows what it says with the columns that the account remembers, and uploads it. */
export function StatementForm({ account, onStarted }: StatementFormProps) {
  const form = useStatementForm(account, onStarted)
  const { file, preview, problem } = form
  return (
    <Card title="Subir estado de cuenta">
      <div className={classes.form}>
        {file === null ? (
          <FileDrop
            accept={accepted}
            label="Suelta aquí el estado de cuenta o elígelo"
            detail="CSV o Excel como lo da tu banco, de hasta 25 MB y 60,000 renglones"
            limit_bytes={STATEMENT_LIMIT_BYTES}
            onFile={form.choose}
            onRefused={(reason) => form.setFailure(refusals[reason])}
          />
        ) : (
          <ChosenFile file={file} onRemove={() => form.choose(null)} />
        )}
        {problem !== null && <Notice tone="problem">{problem}</Notice>}
        {form.isReading && (
          <p className={classes.loading} role="status">
            <Loader size="sm" aria-hidden /> Leyendo el archivo…
          </p>
        )}
        {preview !== null && (
          <Preview preview={preview} columns={form.columns ?? preview.columns} onColumns={form.setColumns} />
        )}
        {preview !== null && (
          <div className={classes.actions}>
            <Button
              leftSection={smallIcon(IconUpload)}
              disabled={!form.isReady}
              loading={form.isSending}
              onClick={() => void form.send()}
            >
              Subir estado de cuenta
            </Button>
          </div>
        )}
      </div>
    </Card>
  )
}
