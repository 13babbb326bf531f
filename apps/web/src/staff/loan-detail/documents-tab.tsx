import { useMediaQuery } from '@mantine/hooks'
import { documentLabel } from '@quincena/domain/documents/rules'
import type { DocumentRow } from '@quincena/domain/documents/schema'
import type { LoanDetail } from '@quincena/domain/loans/detail-schema'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Card } from '../../components/card.tsx'
import { ErrorState } from '../../components/message-state.tsx'
import { LinesSkeleton } from '../../components/skeletons.tsx'
import { loanDocumentsQuery } from '../document/api.ts'
import { ApplicantDocuments } from './applicant-documents.tsx'
import { DocumentLine } from './document-line.tsx'
import { DocumentPreview } from './document-preview.tsx'
import classes from './documents-tab.module.css'
import { documentsError } from './documents-words.ts'
import { LettersCard } from './letters-card.tsx'

const loanFileLabels: Partial<Record<DocumentRow['kind'], string>> = {
  contract: 'Contrato firmado',
  constancia: 'Constancia NOM-151',
}

const labelOf = ({ kind, filename }: DocumentRow) => {
  if (kind === 'contract' || kind === 'constancia' || kind === 'former_file')
    return loanFileLabels[kind] ?? filename
  return documentLabel(kind)
}

function LoanDocuments({ loan }: { loan: LoanDetail }) {
  const { data, error, refetch } = useQuery(loanDocumentsQuery(loan.id))
  if (error && data === undefined)
    return <ErrorState title={documentsError} error={error} onRetry={refetch} />
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
        <DocumentLine key={document.id} document={document} label={labelOf(document)} />
      ))}
    </ul>
  )
}

/**
 * Lists the applicant's five documents, to accept or refuse, and the documents of the loan. Screens of at least 1,200
 * px have a preview beside the list.
 */
export function DocumentsTab({ loan }: { loan: LoanDetail }) {
  const isWide = useMediaQuery('(width >= 1200px)')
  const [shown, setShown] = useState<DocumentRow | null>(null)
  const preview = isWide ? shown : null
  return (
    <div className={classes.cards} data-preview={preview !== null}>
      <Card title="Documentos del solicitante">
        <ApplicantDocuments
          userId={loan.user.id}
          shownId={preview?.id}
          {...(isWide && { onShow: setShown })}
        />
      </Card>
      {preview !== null && (
        <DocumentPreview document={preview} label={labelOf(preview)} onClose={() => setShown(null)} />
      )}
      <Card title="Documentos de la solicitud">
        <LoanDocuments loan={loan} />
      </Card>
      <LettersCard loan={loan} />
    </div>
  )
}
