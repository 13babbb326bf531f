import { Button } from '@mantine/core'
import { DOCUMENT_KINDS, documentLabel } from '@quincena/domain/documents/rules'
import type { DocumentRow } from '@quincena/domain/documents/schema'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ErrorState } from '../../components/message-state.tsx'
import { ReasonDialog } from '../../components/reason-dialog.tsx'
import { LinesSkeleton } from '../../components/skeletons.tsx'
import { toast } from '../../components/toast.tsx'
import { useReviewDocument, userDocumentsQuery } from '../document/api.ts'
import { DocumentLine, MissingLine } from './document-line.tsx'
import classes from './documents-tab.module.css'
import { documentsError } from './documents-words.ts'

function useReview() {
  const { mutateAsync, isPending, variables } = useReviewDocument()
  const [refused, setRefused] = useState<DocumentRow | null>(null)
  const [isAcceptingAll, setAcceptingAll] = useState(false)
  const accept = ({ id }: DocumentRow) =>
    void mutateAsync({ id, review: 'accepted' }).then(() => toast.success('Documento aceptado'), toast.error)
  const acceptAll = async (documents: readonly DocumentRow[]) => {
    setAcceptingAll(true)
    try {
      for (const { id } of documents) await mutateAsync({ id, review: 'accepted' })
      toast.success('Documentos aceptados')
    } catch (error) {
      toast.error(error)
    } finally {
      setAcceptingAll(false)
    }
  }
  const refuse = async (reason: string) => {
    if (refused === null) return
    await mutateAsync({ id: refused.id, review: 'refused', reason })
    toast.success('Documento rechazado')
  }
  const busyId = isPending && !isAcceptingAll ? variables.id : undefined
  return { accept, acceptAll, isAcceptingAll, refuse, refused, setRefused, busyId }
}

type Review = ReturnType<typeof useReview>

function ReviewActions({
  document,
  label,
  review,
}: {
  document: DocumentRow
  label: string
  review: Review
}) {
  const shared = { size: 'compact-sm', radius: 'sm', disabled: review.isAcceptingAll } as const
  return (
    <>
      {document.review !== 'accepted' && (
        <Button
          {...shared}
          variant="light"
          loading={review.busyId === document.id}
          onClick={() => review.accept(document)}
          aria-label={`Aceptar ${label}`}
        >
          Aceptar
        </Button>
      )}
      {document.review !== 'refused' && (
        <Button
          {...shared}
          variant="default"
          onClick={() => review.setRefused(document)}
          aria-label={`Rechazar ${label}`}
        >
          Rechazar
        </Button>
      )}
    </>
  )
}

function AcceptAll({ documents, review }: { documents: readonly DocumentRow[]; review: Review }) {
  const pending = documents.filter((document) => document.review === 'pending')
  if (pending.length < 2) return null
  return (
    <div className={classes.all}>
      <Button
        variant="light"
        size="sm"
        loading={review.isAcceptingAll}
        onClick={() => void review.acceptAll(pending)}
      >
        Aceptar los {pending.length} por revisar
      </Button>
    </div>
  )
}

interface ApplicantDocumentsProps {
  userId: number
  /** Id of the document shown in the preview. */
  shownId: number | undefined
  /** Shows a document in the preview; undefined when the screen has no preview and documents open in a new tab only. */
  onShow?: (document: DocumentRow) => void
}

/**
 * Lists the five kinds of documents with file and review. Staff review one, or accept all pending documents at once.
 */
export function ApplicantDocuments({ userId, shownId, onShow }: ApplicantDocumentsProps) {
  const { data, error, refetch } = useQuery(userDocumentsQuery(userId))
  const review = useReview()
  if (error && data === undefined)
    return <ErrorState title={documentsError} error={error} onRetry={refetch} />
  if (data === undefined) return <LinesSkeleton lines={5} />
  const byKind = new Map(data.results.map((document) => [document.kind, document]))
  return (
    <>
      <ul className={classes.list}>
        {DOCUMENT_KINDS.map((kind) => {
          const document = byKind.get(kind)
          const label = documentLabel(kind)
          if (document === undefined) return <MissingLine key={kind} label={label} />
          return (
            <DocumentLine
              key={kind}
              document={document}
              label={label}
              isShown={document.id === shownId}
              {...(onShow && { onShow: () => onShow(document) })}
            >
              <ReviewActions document={document} label={label} review={review} />
            </DocumentLine>
          )
        })}
      </ul>
      <AcceptAll documents={data.results} review={review} />
      <ReasonDialog
        opened={review.refused !== null}
        record={`document ${review.refused?.id}`}
        title="Rechazar documento"
        text="El trabajador tendrá que subirlo de nuevo."
        submitLabel="Rechazar"
        hint="El trabajador lo lee tal cual."
        missing="Escribe el motivo del rechazo"
        onSubmit={review.refuse}
        onClose={() => review.setRefused(null)}
      />
    </>
  )
}
