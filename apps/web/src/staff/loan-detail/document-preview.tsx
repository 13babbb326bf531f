import { CloseButton } from '@mantine/core'
import type { DocumentRow } from '@quincena/domain/documents/schema'
import { useQuery } from '@tanstack/react-query'
import { Card } from '../../components/card.tsx'
import { CopyField } from '../../components/copy-field.tsx'
import { ErrorState } from '../../components/message-state.tsx'
import { PdfViewer } from '../../components/pdf-viewer.tsx'
import { LinesSkeleton } from '../../components/skeletons.tsx'
import { documentFileQuery } from '../document/api.ts'
import classes from './document-preview.module.css'

interface DocumentPreviewProps {
  document: DocumentRow
  label: string
  onClose: () => void
}

/** Preview of a document beside the list, so that staff can review it without leaving the request. */
export function DocumentPreview({ document, label, onClose }: DocumentPreviewProps) {
  const { data, error, refetch } = useQuery(documentFileQuery(document))
  return (
    <Card title={label} action={<CloseButton aria-label="Cerrar vista previa" onClick={onClose} />}>
      {data === undefined && error === null && <LinesSkeleton lines={9} />}
      {data === undefined && error !== null && (
        <ErrorState title="No pudimos mostrar el documento" error={error} onRetry={refetch} />
      )}
      {data !== undefined && <PdfViewer key={document.id} file={data} label={label} />}
      <dl className={classes.hash}>
        <CopyField label="Huella del archivo (SHA-256)" value={document.sha256} />
      </dl>
    </Card>
  )
}
