import { ActionIcon } from '@mantine/core'
import type { DocumentRow } from '@quincena/domain/documents/schema'
import { formatDateTime } from '@quincena/domain/format'
import { IconCertificate, IconEye, IconFileOff, IconFileTypePdf } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { StatusBadge, type Tone } from '../../components/status-badge.tsx'
import classes from './document-line.module.css'

const reviews: Record<DocumentRow['review'], { label: string; tone: Tone }> = {
  pending: { label: 'Por revisar', tone: 'pending' },
  accepted: { label: 'Aceptado', tone: 'accepted' },
  refused: { label: 'Rechazado', tone: 'rejected' },
}

function sizeText(size_bytes: number): string {
  const kilobytes = Math.max(1, Math.round(size_bytes / 1024))
  return kilobytes < 1024 ? `${kilobytes} kB` : `${(kilobytes / 1024).toFixed(1)} MB`
}

interface DocumentLineProps {
  document: DocumentRow
  label: string
  /** True for the document shown in the preview. */
  isShown?: boolean
  /** Shows the document in the preview. */
  onShow?: () => void
  /** Actions on the document. */
  children?: ReactNode
}

/** A document with a link that opens its file in a new tab, its date and its review. */
export function DocumentLine({ document, label, isShown = false, onShow, children }: DocumentLineProps) {
  const { file, created_at, size_bytes, review, reason, kind } = document
  const Icon = kind === 'constancia' ? IconCertificate : IconFileTypePdf
  return (
    <li className={classes.line} data-shown={isShown}>
      <Icon className={classes.icon ?? ''} size={24} stroke={1.5} aria-hidden />
      <div className={classes.words}>
        <a
          className={classes.name}
          href={file}
          target="_blank"
          rel="noreferrer"
          title={kind === 'constancia' ? 'Se descarga' : 'Se abre en otra pestaña'}
        >
          {kind === 'constancia' ? label : `${label}.pdf`}
        </a>
        <span className={classes.detail}>
          {formatDateTime(created_at)} · {sizeText(size_bytes)}
        </span>
        {reason !== null && <span className={classes.reason}>{reason}</span>}
      </div>
      {kind !== 'contract' && kind !== 'constancia' && kind !== 'former_file' && (
        <StatusBadge {...reviews[review]} />
      )}
      {(onShow ?? children) && (
        <div className={classes.actions}>
          {onShow && (
            <ActionIcon
              variant={isShown ? 'light' : 'subtle'}
              color={isShown ? 'jade' : 'gray'}
              size={30}
              onClick={onShow}
              aria-pressed={isShown}
              aria-label={`Ver ${label} aquí`}
              title="Ver aquí"
            >
              <IconEye size={20} stroke={1.75} aria-hidden />
            </ActionIcon>
          )}
          {children}
        </div>
      )}
    </li>
  )
}

/** A kind of document that the worker has not sent. */
export function MissingLine({ label }: { label: string }) {
  return (
    <li className={classes.line} data-missing>
      <IconFileOff className={classes.icon ?? ''} size={24} stroke={1.5} aria-hidden />
      <div className={classes.words}>
        <span>{label}</span>
        <span className={classes.detail}>Falta</span>
      </div>
    </li>
  )
}
