import { Button } from '@mantine/core'
import type { DocumentRow } from '@quincena/domain/documents/schema'
import { IconUpload } from '@tabler/icons-react'
import { smallIcon } from '../../../components/small-icon.tsx'
import classes from './document-card.module.css'
import type { Upload } from './use-uploads.tsx'

interface CardActionsProps {
  /** Document name for the accessible names of the buttons. */
  label: string
  document: DocumentRow | undefined
  upload: Upload | undefined
  onChooseSource: () => void
  onRetry: () => void
  onCancel: () => void
}

const className = classes.send ?? ''

/** Buttons of an upload: cancel it while it runs; retry or remove it after it failed. */
function UploadActions({ label, hasFailed, onRetry, onCancel }: CardActionsProps & { hasFailed: boolean }) {
  return (
    <span className={classes.actions}>
      {hasFailed && (
        <Button variant="light" className={className} aria-label={`Reintentar ${label}`} onClick={onRetry}>
          Reintentar
        </Button>
      )}
      <Button
        variant="subtle"
        color="gray"
        className={className}
        aria-label={hasFailed ? `Quitar el archivo de ${label}` : `Cancelar el envío de ${label}`}
        onClick={onCancel}
      >
        {hasFailed ? 'Quitar' : 'Cancelar'}
      </Button>
    </span>
  )
}

/** Buttons of a document card; none if the document was accepted. */
export function CardActions(props: CardActionsProps) {
  const { label, document, upload, onChooseSource } = props
  if (upload !== undefined) return <UploadActions {...props} hasFailed={upload.failure !== null} />
  if (document?.review === 'accepted') return null
  const buttonProps =
    document?.review === 'pending'
      ? { variant: 'subtle', color: 'gray' }
      : { variant: 'light', leftSection: smallIcon(IconUpload) }
  const verb = document ? 'Cambiar' : 'Subir'
  return (
    <Button {...buttonProps} className={className} aria-label={`${verb} ${label}`} onClick={onChooseSource}>
      {verb}
    </Button>
  )
}
