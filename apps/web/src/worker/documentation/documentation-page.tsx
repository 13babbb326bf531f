import { Button, Modal } from '@mantine/core'
import { DOCUMENT_KINDS, hasAllDocuments } from '@quincena/domain/documents/rules'
import type { DocumentRow } from '@quincena/domain/documents/schema'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { ActionBar } from '../../components/action-bar.tsx'
import { ProgressRing } from '../../components/progress-ring.tsx'
import { ScreenHeader } from '../../components/screen-header.tsx'
import { CardsSkeleton } from '../../components/skeletons.tsx'
import { toast } from '../../components/toast.tsx'
import { useUser } from '../../lib/session.ts'
import { Loaded } from '../screen/loaded.tsx'
import stack from '../screen/stack.module.css'
import { documentsQuery } from './api.ts'
import { DocumentCard } from './document-card.tsx'
import classes from './documentation-page.module.css'
import { useUploads } from './use-uploads.ts'

function UploadProblem({ text, onClose }: { text: string | null; onClose: () => void }) {
  return (
    <Modal opened={text !== null} onClose={onClose} title="No se pudo subir" centered withCloseButton={false}>
      <p role="alert">{text}</p>
      <Button size="lg" fullWidth onClick={onClose}>
        Cerrar
      </Button>
    </Modal>
  )
}

function Head({ documents }: { documents: readonly DocumentRow[] }) {
  const good = DOCUMENT_KINDS.filter((kind) =>
    documents.some((document) => document.kind === kind && document.review !== 'refused'),
  )
  const total = DOCUMENT_KINDS.length
  const isWhole = good.length === total
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
        {isWhole
          ? 'Tus documentos están completos. Puedes cambiarlos cuando lo necesites.'
          : 'Súbelos una sola vez, en PDF, y podrás solicitar créditos y anticipos.'}
      </p>
    </div>
  )
}

function Documents({ documents }: { documents: readonly DocumentRow[] }) {
  const { id } = useUser()
  const navigate = useNavigate()
  const { uploads, hasSent, problem, forgetProblem, send } = useUploads(id)
  const isWhole = hasAllDocuments(documents)
  const isBusy = Object.keys(uploads).length > 0
  const finish = () => {
    if (!isWhole) {
      toast.error('Por favor, sube todos los documentos requeridos antes de enviar.')
      return
    }
    toast.success('Todos los archivos se han enviado correctamente.')
    void navigate({ to: '/app/home' })
  }
  return (
    <>
      <div className={stack.stack}>
        <Head documents={documents} />
        <ul className={stack.list}>
          {DOCUMENT_KINDS.map((kind) => (
            <DocumentCard
              key={kind}
              kind={kind}
              document={documents.find((document) => document.kind === kind)}
              upload={uploads[kind]}
              onFile={(file) => void send(kind, file)}
            />
          ))}
        </ul>
      </div>
      <ActionBar>
        <Button size="lg" fullWidth disabled={isBusy || (isWhole && !hasSent)} onClick={finish}>
          Enviar documentos
        </Button>
      </ActionBar>
      <UploadProblem text={problem} onClose={forgetProblem} />
    </>
  )
}

/** The five documents that come before any request. */
export function DocumentationPage() {
  const { id } = useUser()
  const query = useQuery(documentsQuery(id))
  return (
    <>
      <ScreenHeader title="Documentación" backTo="/app/profile" />
      <Loaded
        query={query}
        skeleton={<CardsSkeleton cards={5} height={80} />}
        errorTitle="Error al obtener los documentos del usuario"
      >
        {(documents) => <Documents documents={documents} />}
      </Loaded>
    </>
  )
}
