import type { TextDocumentName } from '@quincena/domain/texts/content'
import { useQuery } from '@tanstack/react-query'
import { Field, FieldGrid } from '../../components/copy-field.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { LoadState } from '../../components/load-state.tsx'
import { textVersionQuery } from '../text/api.ts'
import { TextBody } from '../text/text-body.tsx'
import { authorsOf, sinceText } from '../text/words.ts'
import classes from './text-detail-page.module.css'

interface ContentProps {
  document: TextDocumentName
  version: string
}

function Content({ document, version }: ContentProps) {
  const query = useQuery(textVersionQuery(document, version))
  const { data } = query
  if (data === undefined) return <LoadState query={query} title="No se pudo cargar la versión." />
  const { by, detail } = authorsOf(data)
  return (
    <>
      <FieldGrid>
        <Field label="En vigor">{sinceText(data.effective_date)}</Field>
        <Field label={data.is_shipped ? 'Origen' : 'La escribió'}>{by}</Field>
        {detail !== null && <Field label="Publicación">{detail}</Field>}
        {data.summary !== '' && <Field label="Qué cambió">{data.summary}</Field>}
      </FieldGrid>
      <div className={classes.text}>
        <TextBody document={document} content={data.content} />
      </div>
    </>
  )
}

interface VersionDialogProps {
  document: TextDocumentName
  /** Undefined while the dialog is closed. */
  version: string | undefined
  onClose: () => void
}

/** One version of a document, to read. */
export function VersionDialog({ document, version, onClose }: VersionDialogProps) {
  return (
    <Dialog opened={version !== undefined} onClose={onClose} title={`Versión ${version ?? ''}`} size={720}>
      {version !== undefined && <Content key={version} document={document} version={version} />}
    </Dialog>
  )
}
