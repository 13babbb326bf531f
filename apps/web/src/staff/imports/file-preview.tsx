import { Loader } from '@mantine/core'
import type { ImportKind, ImportPreview, UploadAnswer } from '@quincena/domain/imports/schema'
import { Notice } from '../../components/notice.tsx'
import { errorText } from '../../lib/api-error.ts'
import { number, rowsText } from '../import/words.ts'
import { Counts } from './counts.tsx'
import classes from './file-preview.module.css'
import { PreviewTable } from './preview-table.tsx'
import { RejectedList } from './rejected-list.tsx'

/** Lists the errors of rows below the previewed ones. */
function LaterRejections({ kind, preview }: { kind: ImportKind; preview: ImportPreview }) {
  const last = preview.rows.at(-1)?.row ?? 0
  const laterRejections = preview.rejected.filter(({ row }) => row > last)
  if (laterRejections.length === 0) return null
  return (
    <details>
      <summary className={classes.summary}>Errores en otras filas</summary>
      <RejectedList kind={kind} cells={laterRejections} />
    </details>
  )
}

function headText({ rows_total, rejected_count, rows }: ImportPreview): string {
  const shown = rows.length < rows_total ? `, las primeras ${number(rows.length)} a la vista` : ''
  const rejectedText = rejected_count === 0 ? '' : ' Las filas rechazadas no se guardarán; las demás sí.'
  return `${rowsText(rows_total)}${shown}. Nada se guarda hasta que subas el archivo.${rejectedText}`
}

interface FilePreviewProps {
  kind: ImportKind
  isLoading: boolean
  error: unknown
  answer: UploadAnswer | undefined
}

/** Shows what the file would change before it is uploaded. */
export function FilePreview({ kind, isLoading, error, answer }: FilePreviewProps) {
  if (isLoading)
    return (
      <p className={classes.loading} role="status">
        <Loader size="sm" aria-hidden /> Revisando el archivo…
      </p>
    )
  if (error) return <Notice tone="problem">{errorText(error)}</Notice>
  if (answer === undefined) return null
  if (!answer.ok) return <Notice tone="problem">{answer.error}</Notice>
  const { preview } = answer
  if (preview === undefined) return null
  return (
    <div className={classes.preview}>
      <p className={classes.head}>{headText(preview)}</p>
      <Counts counts={preview} />
      <PreviewTable preview={preview} />
      <LaterRejections kind={kind} preview={preview} />
    </div>
  )
}
