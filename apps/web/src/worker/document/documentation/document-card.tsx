import { type DocumentKind, documentLabel } from '@quincena/domain/documents/rules'
import type { DocumentRow } from '@quincena/domain/documents/schema'
import { IconCheck, IconFileText, IconLock, IconX } from '@tabler/icons-react'
import { type ChangeEvent, useRef } from 'react'
import { ownAddress } from '../../../lib/own-address.ts'
import { documentHelp } from '../document-help.ts'
import { CardActions } from './card-actions.tsx'
import { CardHelp } from './card-help.tsx'
import { shorten } from './checks.ts'
import classes from './document-card.module.css'
import type { Source } from './source-sheet.tsx'
import type { Upload } from './use-uploads.tsx'

interface DocumentCardProps {
  kind: DocumentKind
  /** Stored document of this kind, if any. */
  document: DocumentRow | undefined
  upload: Upload | undefined
  /** Opens the choice of a source; `open` then starts the chosen one. */
  onChooseSource: (open: (source: Source) => void) => void
  onFile: (file: File) => void
  onPhotos: (photos: File[]) => void
  onRetry: () => void
  onCancel: () => void
}

const shortName = 5
const shortStatus = 18

const reviewTexts: Record<DocumentRow['review'], string> = {
  pending: 'Recibido',
  accepted: 'Aceptado',
  refused: 'No aceptado',
}

const reviewIcons = { pending: IconCheck, accepted: IconLock, refused: IconX }

function ReviewStatus({ kind, document }: Pick<DocumentCardProps, 'kind' | 'document'>) {
  if (document === undefined)
    return <span className={`${classes.detail} ${classes.mustShow}`}>{documentHelp[kind].mustShow}</span>
  const { review, reason, filename } = document
  const Icon = reviewIcons[review]
  return (
    <>
      <span className={classes.review} data-review={review}>
        <Icon size={16} stroke={2.5} aria-hidden />
        {reviewTexts[review]}
        <span className={classes.detail} title={filename}>
          {shorten(filename, shortName)}
        </span>
      </span>
      {reason && <span className={classes.reason}>{reason}</span>}
    </>
  )
}

function Sending({ upload: { file, sent, failure } }: { upload: Upload }) {
  const percent = Math.round(sent * 100)
  if (failure !== null)
    return (
      <span role="status">
        <span className={classes.review} data-review="refused">
          <IconX size={16} stroke={2.5} aria-hidden />
          Sin enviar: {shorten(file.name, shortStatus)}
        </span>
        <span className={classes.reason}>{failure}</span>
      </span>
    )
  return (
    <span className={classes.sending}>
      <span className={classes.detail}>
        Subiendo {shorten(file.name, shortStatus)} · {percent} %
      </span>
      <span
        className={classes.track}
        role="progressbar"
        aria-label={`Subiendo ${file.name}`}
        aria-valuenow={percent}
        aria-valuemin={0}
        aria-valuemax={100}
      >
        <span className={classes.sent} style={{ width: `${percent}%` }} />
      </span>
    </span>
  )
}

function Name({ kind, document }: Pick<DocumentCardProps, 'kind' | 'document'>) {
  const label = documentLabel(kind)
  if (document === undefined) return <span className={classes.name}>{label}</span>
  return (
    <a
      href={ownAddress(document.file)}
      target="_blank"
      rel="noopener noreferrer"
      className={classes.link}
      aria-label={`${label}: abrir en otra pestaña`}
    >
      {label}
    </a>
  )
}

/** Hidden inputs for camera, photos and file. They stay mounted while the device shows its camera or file picker. */
function useInputs({ kind, onFile, onPhotos }: Pick<DocumentCardProps, 'kind' | 'onFile' | 'onPhotos'>) {
  const camera = useRef<HTMLInputElement>(null)
  const photos = useRef<HTMLInputElement>(null)
  const file = useRef<HTMLInputElement>(null)
  const readFiles = (onFiles: (files: File[]) => void) => (event: ChangeEvent<HTMLInputElement>) => {
    const files = [...(event.currentTarget.files ?? [])]
    // The input is cleared so that choosing the same file again fires `change`.
    event.currentTarget.value = ''
    if (files.length > 0) onFiles(files)
  }
  const label = documentLabel(kind)
  const common = { type: 'file', className: classes.unseen, tabIndex: -1 }
  const inputs = (
    <>
      <input
        {...{ ...common, ref: camera, accept: 'image/*', capture: 'environment' as const }}
        aria-label={`Foto de ${label}`}
        onChange={readFiles(onPhotos)}
      />
      <input
        {...{ ...common, ref: photos, accept: 'image/*', multiple: true }}
        aria-label={`Fotos de ${label}`}
        onChange={readFiles(onPhotos)}
      />
      <input
        {...{ ...common, ref: file, accept: 'application/pdf,.pdf' }}
        aria-label={`Archivo de ${label}`}
        onChange={readFiles(([chosen]) => chosen && onFile(chosen))}
      />
    </>
  )
  return { inputs, open: (source: Source) => ({ camera, photos, file })[source].current?.click() }
}

/** Card of one of the five documents: name, review or upload progress, and its buttons. */
export function DocumentCard(props: DocumentCardProps) {
  const { kind, document, upload, onChooseSource } = props
  const { inputs, open } = useInputs(props)
  const isNeeded = document === undefined || document.review === 'refused'
  return (
    <li
      className={classes.card}
      data-needed={isNeeded}
      data-failed={upload !== undefined && upload.failure !== null}
    >
      <span className={classes.icon} aria-hidden>
        <IconFileText size={22} stroke={1.75} />
      </span>
      <span className={classes.words}>
        <Name kind={kind} document={document} />
        {upload ? <Sending upload={upload} /> : <ReviewStatus kind={kind} document={document} />}
      </span>
      {inputs}
      <CardActions {...props} label={documentLabel(kind)} onChooseSource={() => onChooseSource(open)} />
      {document?.review !== 'accepted' && <CardHelp kind={kind} />}
    </li>
  )
}
