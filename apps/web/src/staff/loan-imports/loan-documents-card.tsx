import { Button } from '@mantine/core'
import { LOAN_FILE_LIMIT_BYTES, type LoanDocumentsAnswer } from '@quincena/domain/loan-imports/schema'
import { messageOf } from '@quincena/domain/messages'
import { useState } from 'react'
import { Card } from '../../components/card.tsx'
import { FileDrop } from '../../components/file-drop.tsx'
import { FramedTable } from '../../components/framed-table.tsx'
import { Notice } from '../../components/notice.tsx'
import { errorText } from '../../lib/api-error.ts'
import { number } from '../import/words.ts'
import { useSendDocuments } from './api.ts'
import classes from './loan-import-form.module.css'
import tables from './loan-tables.module.css'

const accepted = { 'application/zip': ['.zip'], 'application/pdf': ['.pdf'] }

const refusals = {
  type: messageOf('loan_import.not_zip'),
  size: messageOf('import.too_large'),
  many: messageOf('request.one_file'),
} as const

function answerText({ created, unchanged, problems }: LoanDocumentsAnswer, isStored: boolean): string {
  const verb = isStored ? 'agregados' : 'por agregar'
  return `${number(created)} ${verb}, ${number(unchanged)} que ya estaban, ${number(problems.length)} por corregir.`
}

function Problems({ problems }: Pick<LoanDocumentsAnswer, 'problems'>) {
  if (problems.length === 0) return null
  return (
    <FramedTable label="Archivos por corregir" className={tables.table}>
      <thead>
        <tr>
          <th scope="col">Archivo</th>
          <th scope="col">Qué hacer</th>
        </tr>
      </thead>
      <tbody>
        {problems.map(({ file, message }) => (
          <tr key={file}>
            <th scope="row">{file}</th>
            <td className={tables.reason}>{message}</td>
          </tr>
        ))}
      </tbody>
    </FramedTable>
  )
}

/** Adds the PDFs of the former system to imported loans: first what would be added, then the files. */
export function LoanDocumentsCard() {
  const [file, setFile] = useState<File | null>(null)
  const [refusal, setRefusal] = useState<string | null>(null)
  const check = useSendDocuments()
  const store = useSendDocuments()
  const choose = (next: File) => {
    setFile(next)
    setRefusal(null)
    store.reset()
    check.mutate({ file: next, is_preview: true })
  }
  const answer = store.data ?? check.data
  const error = store.error ?? check.error
  const problem = refusal ?? (error === null ? null : errorText(error))
  const mayStore = file !== null && store.data === undefined && (check.data?.created ?? 0) > 0
  return (
    <Card title="Expedientes">
      <div className={classes.form}>
        <FileDrop
          accept={accepted}
          label="Suelta aquí un .zip de PDF, o un PDF"
          detail="Cada PDF se llama como el folio anterior de su préstamo; hasta 200 por .zip"
          limit_bytes={LOAN_FILE_LIMIT_BYTES}
          onFile={choose}
          onRefused={(reason) => setRefusal(refusals[reason])}
        />
        {problem !== null && <Notice tone="problem">{problem}</Notice>}
        {answer !== undefined && problem === null && (
          <>
            <Notice tone={store.data === undefined ? 'info' : 'done'}>
              {file?.name}: {answerText(answer, store.data !== undefined)}
            </Notice>
            <Problems problems={answer.problems} />
          </>
        )}
        <div className={classes.actions}>
          <Button
            disabled={!mayStore}
            loading={check.isPending || store.isPending}
            onClick={() => file !== null && store.mutate({ file, is_preview: false })}
          >
            Agregar expedientes
          </Button>
        </div>
      </div>
    </Card>
  )
}
