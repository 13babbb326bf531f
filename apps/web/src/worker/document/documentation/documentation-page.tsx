import { Button } from '@mantine/core'
import { DOCUMENT_KINDS, hasAllDocuments, refusedKinds } from '@quincena/domain/documents/rules'
import type { DocumentRow } from '@quincena/domain/documents/schema'
import { IconLock } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { ActionBar } from '../../../components/action-bar.tsx'
import { ButtonLink } from '../../../components/links.tsx'
import { Loaded } from '../../../components/phone/loaded.tsx'
import stack from '../../../components/phone/stack.module.css'
import { ProgressRing } from '../../../components/progress-ring.tsx'
import { ScreenHeader } from '../../../components/screen-header.tsx'
import { CardsSkeleton } from '../../../components/skeletons.tsx'
import { toast } from '../../../components/toast.tsx'
import { currentSession, useUser } from '../../../lib/session.ts'
import { refreshUser } from '../../../lib/sign-in.ts'
import { whoSeesDocuments } from '../document-help.ts'
import { refusedWords } from '../refused-words.ts'
import { documentsQuery } from './api.ts'
import { DocumentCard } from './document-card.tsx'
import classes from './documentation-page.module.css'
import { useUploads } from './use-uploads.tsx'

/** Why the worker sends the documents; decides which screen follows. */
type NextScreen = 'documents' | 'advance'

/** True if the server counts the documents as complete. Fetches the user again if the session says no. */
async function checkAllDocuments(): Promise<boolean> {
  const isComplete = () => {
    const session = currentSession()
    return session.state === 'signed-in' && session.user.has_all_documents
  }
  if (!isComplete()) await refreshUser()
  return isComplete()
}

/** Why the button below is missing or disabled, or what it does. */
function sendHint({ hasAll, hasSent }: { hasAll: boolean; hasSent: boolean }): string {
  if (!hasAll) return 'Por favor, sube todos los documentos requeridos antes de enviar.'
  if (hasSent) return 'Cada documento ya está guardado. Toca el botón para terminar: nosotros los revisamos.'
  return 'Ya tenemos tus cinco documentos. No tienes que enviar nada más.'
}

function Head({ documents }: { documents: readonly DocumentRow[] }) {
  const good = DOCUMENT_KINDS.filter((kind) =>
    documents.some((document) => document.kind === kind && document.review !== 'refused'),
  )
  const total = DOCUMENT_KINDS.length
  const hasAll = good.length === total
  const refused = refusedWords(refusedKinds(documents))
  return (
    <div className={classes.head}>
      <ProgressRing
        value={good.length}
        total={total}
        label={`${good.length} de ${total} documentos`}
        size={72}
      >
        {good.length}/{total}
      </ProgressRing>
      <p className={stack.lead}>
        {hasAll
          ? 'Tus documentos están completos. Los que ya revisamos no se pueden cambiar.'
          : (refused?.text ??
            'Súbelos una sola vez, en foto o PDF, y podrás solicitar créditos y anticipos.')}
      </p>
    </div>
  )
}

function Documents({ documents, nextScreen }: { documents: readonly DocumentRow[]; nextScreen: NextScreen }) {
  const { id } = useUser()
  const navigate = useNavigate()
  const { cardOf, dialogs, hasSent, isBusy } = useUploads(id)
  const [isFinishing, setIsFinishing] = useState(false)
  const hasAll = hasAllDocuments(documents)
  const finish = async () => {
    setIsFinishing(true)
    const isComplete = await checkAllDocuments()
    setIsFinishing(false)
    if (!isComplete) return toast.error('Error al actualizar has_all_documents')
    toast.success('Todos los archivos se han enviado correctamente.')
    void navigate({ to: nextScreen === 'advance' ? '/app/new-advance' : '/app/home' })
  }
  return (
    <>
      <div className={stack.stack}>
        <Head documents={documents} />
        <p className={classes.privacy}>
          <IconLock size={20} stroke={1.75} aria-hidden />
          {whoSeesDocuments}
        </p>
        <ul className={stack.list}>
          {DOCUMENT_KINDS.map((kind) => (
            <DocumentCard
              key={kind}
              {...cardOf(kind)}
              document={documents.find((document) => document.kind === kind)}
            />
          ))}
        </ul>
      </div>
      <ActionBar>
        <p className={`${stack.note} ${classes.hint}`} role="status">
          {sendHint({ hasAll, hasSent })}
        </p>
        {hasAll && (
          <Button
            size="lg"
            fullWidth
            loading={isFinishing}
            disabled={isBusy || !hasSent}
            onClick={() => void finish()}
          >
            Enviar documentos
          </Button>
        )}
        {nextScreen === 'advance' && hasAll && (
          <ButtonLink to="/app/new-advance" size="lg" fullWidth variant="subtle">
            Solicitar anticipo
          </ButtonLink>
        )}
      </ActionBar>
      {dialogs}
    </>
  )
}

function DocumentsScreen({ nextScreen, backTo }: { nextScreen: NextScreen; backTo: string }) {
  const { id } = useUser()
  const query = useQuery(documentsQuery(id))
  return (
    <>
      <ScreenHeader title="Documentación" backTo={backTo} />
      <Loaded
        query={query}
        skeleton={<CardsSkeleton cards={5} height={80} />}
        errorTitle="Error al obtener los documentos del usuario"
      >
        {(documents) => <Documents documents={documents} nextScreen={nextScreen} />}
      </Loaded>
    </>
  )
}

/** The five documents that every request needs. */
export function DocumentationPage() {
  return <DocumentsScreen nextScreen="documents" backTo="/app/profile" />
}

/** The same five documents, opened from an advance; the screen leads on to the new advance. */
export function AdvanceDocumentsPage() {
  return <DocumentsScreen nextScreen="advance" backTo="/app/home" />
}
