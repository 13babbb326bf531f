import { Button, FileButton } from '@mantine/core'
import { type DocumentKind, documentLabel } from '@quincena/domain/documents/rules'
import type { DocumentRow } from '@quincena/domain/documents/schema'
import { IconCheck, IconFileText, IconUpload, IconX } from '@tabler/icons-react'
import { ownAddress } from '../../lib/own-address.ts'
import { shorten } from './checks.ts'
import classes from './document-card.module.css'
import type { Upload } from './use-uploads.ts'

interface DocumentCardProps {
  kind: DocumentKind
  /** What is stored of this kind. */
  document: DocumentRow | undefined
  upload: Upload | undefined
  onFile: (file: File) => void
}

const shortName = 5
const shortStatus = 18

const reviewTexts: Record<DocumentRow['review'], string> = {
  pending: 'Recibido',
  accepted: 'Aceptado',
  refused: 'No aceptado',
}

function Standing({ document }: { document: DocumentRow | undefined }) {
  if (document === undefined) return <span className={classes.detail}>PDF de hasta 10 MB</span>
  const { review, reason, filename } = document
  const Icon = review === 'refused' ? IconX : IconCheck
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

function Sending({ upload: { name, sent } }: { upload: Upload }) {
  const percent = Math.round(sent * 100)
  return (
    <span className={classes.sending}>
      <span className={classes.detail}>
        Subiendo {shorten(name, shortStatus)} · {percent} %
      </span>
      <span
        className={classes.track}
        role="progressbar"
        aria-label={`Subiendo ${name}`}
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

/** One of the five documents: what it is, where it stands, and the way to send it. */
export function DocumentCard({ kind, document, upload, onFile }: DocumentCardProps) {
  const label = documentLabel(kind)
  const isNeeded = document === undefined || document.review === 'refused'
  return (
    <li className={classes.card} data-needed={isNeeded}>
      <span className={classes.icon} aria-hidden>
        <IconFileText size={22} stroke={1.75} />
      </span>
      <span className={classes.words}>
        <Name kind={kind} document={document} />
        {upload ? <Sending upload={upload} /> : <Standing document={document} />}
      </span>
      <FileButton
        accept="application/pdf,.pdf"
        onChange={(file) => file && onFile(file)}
        inputProps={{ 'aria-label': `Archivo de ${label}` }}
      >
        {(props) => (
          <Button
            {...props}
            variant={isNeeded ? 'light' : 'subtle'}
            color={isNeeded ? 'jade' : 'gray'}
            className={classes.send ?? ''}
            disabled={upload !== undefined}
            leftSection={isNeeded && <IconUpload size={18} stroke={1.75} aria-hidden />}
            aria-label={`${document ? 'Cambiar' : 'Subir'} ${label}`}
          >
            {document ? 'Cambiar' : 'Subir'}
          </Button>
        )}
      </FileButton>
    </li>
  )
}
