import { Button } from '@mantine/core'
import { DOCUMENT_KINDS, documentLabel } from '@quincena/domain/documents/rules'
import type { DocumentRow } from '@quincena/domain/documents/schema'
import type { LoanDetail } from '@quincena/domain/loans/schema'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Card } from '../../components/card.tsx'
import { ErrorState } from '../../components/message-state.tsx'
import { LinesSkeleton } from '../../components/skeletons.tsx'
import { toast } from '../../components/toast.tsx'
import { loanDocumentsQuery, useReviewDocument, userDocumentsQuery } from './api.ts'
import { DocumentLine, MissingLine } from './document-line.tsx'
import classes from './documents-tab.module.css'
import { ReasonDialog } from './reason-dialog.tsx'

const loadError = 'Ocurrió un error al intentar obtener los documentos del usuario'

function useReview() {
  const { mutateAsync, isPending, variables } = useReviewDocument()
  const [refused, setRefused] = useState<DocumentRow | null>(null)
  const accept = ({ id }: DocumentRow) =>
    void mutateAsync({ id, review: 'accepted' }).then(() => toast.success('Documento aceptado'), toast.error)
  const refuse = async (reason: string) => {
    if (refused === null) return
    await mutateAsync({ id: refused.id, review: 'refused', reason })
    toast.success('Documento rechazado')
  }
  const busyId = isPending ? variables.id : undefined
  return { accept, refuse, refused, setRefused, busyId }
}

function ApplicantDocuments({ userId }: { userId: number }) {
  const { data, error, refetch } = useQuery(userDocumentsQuery(userId))
  const review = useReview()
  if (error && data === undefined) return <ErrorState title={loadError} error={error} onRetry={refetch} />
  if (data === undefined) return <LinesSkeleton lines={5} />
  const byKind = new Map(data.results.map((document) => [document.kind, document]))
  return (
    <>
      <ul className={classes.list}>
        {DOCUMENT_KINDS.map((kind) => {
          const document = byKind.get(kind)
          if (document === undefined) return <MissingLine key={kind} label={documentLabel(kind)} />
          return (
            <DocumentLine key={kind} document={document} label={documentLabel(kind)}>
              {document.review !== 'accepted' && (
                <Button
                  size="compact-sm"
                  radius="sm"
                  variant="light"
                  loading={review.busyId === document.id}
                  onClick={() => review.accept(document)}
                  aria-label={`Aceptar ${documentLabel(kind)}`}
                >
                  Aceptar
                </Button>
              )}
              {document.review !== 'refused' && (
                <Button
                  size="compact-sm"
                  radius="sm"
                  variant="default"
                  onClick={() => review.setRefused(document)}
                  aria-label={`Rechazar ${documentLabel(kind)}`}
                >
                  Rechazar
                </Button>
              )}
            </DocumentLine>
          )
        })}
      </ul>
      <ReasonDialog
        opened={review.refused !== null}
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

const loanFileLabels: Partial<Record<DocumentRow['kind'], string>> = {
  contract: 'Contrato firmado',
  constancia: 'Constancia NOM-151',
}

function LoanDocuments({ loan }: { loan: LoanDetail }) {
  const { data, error, refetch } = useQuery(loanDocumentsQuery(loan.id))
  if (error && data === undefined) return <ErrorState title={loadError} error={error} onRetry={refetch} />
  if (data === undefined) return <LinesSkeleton lines={2} />
  if (data.results.length === 0) {
    const text =
      loan.accepted_at === null
        ? 'El contrato aparece aquí cuando el trabajador lo firma.'
        : 'El contrato firmado se está sellando.'
    return <p className={classes.none}>{text}</p>
  }
  return (
    <ul className={classes.list}>
      {data.results.map((document) => (
        <DocumentLine
          key={document.id}
          document={document}
          label={loanFileLabels[document.kind] ?? document.filename}
        />
      ))}
    </ul>
  )
}

/** The applicant's five documents, to accept or refuse, and what belongs to the loan itself. */
export function DocumentsTab({ loan }: { loan: LoanDetail }) {
  return (
    <div className={classes.cards}>
      <Card title="Documentos del solicitante">
        <ApplicantDocuments userId={loan.user.id} />
      </Card>
      <Card title="Documentos de la solicitud">
        <LoanDocuments loan={loan} />
      </Card>
    </div>
  )
}
