import { Loader, Overlay } from '@mantine/core'
import { DOCUMENT_KINDS, type DocumentKind } from '@quincena/domain/documents/rules'
import { lazy, Suspense, useEffect, useEffectEvent, useState } from 'react'
import { toast } from '../../../components/toast.tsx'
import { ApiError } from '../../../lib/api-error.ts'
import { clientLog } from '../../../lib/client-log.ts'
import { createAttempt } from '../../../lib/idempotency.ts'
import { useRefresh } from '../../../lib/refresher.ts'
import { refreshUser } from '../../../lib/sign-in.ts'
import { uploadDocument } from './api.ts'
import { fileProblem, isPicture, notPdfText } from './checks.ts'
import { ProblemDialog, type UploadProblem } from './problem-dialog.tsx'
import { type Source, SourceSheet } from './source-sheet.tsx'

const ScanScreen = lazy(() =>
  import('./scan/scan-screen.tsx').then((module) => ({ default: module.ScanScreen })),
)

const scanLoading = (
  <Overlay fixed center>
    <Loader aria-label="Abriendo la cámara" />
  </Overlay>
)

/** An upload in progress, or a failed one that is kept for a retry. */
export interface Upload {
  file: File
  /** Fraction sent, 0 to 1. */
  sent: number
  hasFailed: boolean
  key: string
  stop: AbortController
}

type Uploads = Partial<Record<DocumentKind, Upload>>

const generalProblem = 'Hubo un error al subir el archivo. Asegúrate de que sea un PDF.'
const retryText = 'Tu archivo sigue aquí: lo enviamos cuando vuelva la conexión, o toca Reintentar.'

/** The server refused the file, so a retry cannot help. After 408, 409 and 429 a retry can. */
const isRefused = (error: unknown) =>
  error instanceof ApiError &&
  error.status >= 400 &&
  error.status < 500 &&
  ![408, 409, 429].includes(error.status)

function problemOf(error: unknown): UploadProblem {
  if (!(error instanceof ApiError) || error.code === 'document.not_pdf') return { text: generalProblem }
  return { text: generalProblem, detail: isRefused(error) ? error.detail : `${error.detail} ${retryText}` }
}

const uploadOf = (file: File, key = createAttempt().keyFor('')): Upload => ({
  file,
  key,
  sent: 0,
  hasFailed: false,
  stop: new AbortController(),
})

/** Calls `resend` when the connection is back. */
function useOnline(resend: () => void) {
  const online = useEffectEvent(resend)
  useEffect(() => {
    const listener = () => online()
    addEventListener('online', listener)
    return () => removeEventListener('online', listener)
  }, [])
}

/** Sends each document when it is chosen. Failed uploads wait for a retry; `problem` explains the last failure. */
function useUploadQueue(user_id: number) {
  const refresh = useRefresh('document')
  const [uploads, setUploads] = useState<Uploads>({})
  const [problem, setProblem] = useState<UploadProblem | null>(null)
  const [hasSent, setHasSent] = useState(false)

  const put = (kind: DocumentKind, upload: Upload | undefined) =>
    setUploads(({ [kind]: _, ...others }) => (upload ? { ...others, [kind]: upload } : others))
  const change = (kind: DocumentKind, upload: Upload, changes: Partial<Upload>) =>
    setUploads((present) =>
      present[kind]?.key === upload.key ? { ...present, [kind]: { ...present[kind], ...changes } } : present,
    )

  const fail = (kind: DocumentKind, upload: Upload, error: unknown) => {
    const message = `Error cargando el documento: ${upload.file.name}`
    toast.error(message)
    clientLog.error('upload-document', message, error)
    setProblem(problemOf(error))
    if (isRefused(error)) put(kind, undefined)
    else change(kind, upload, { hasFailed: true, sent: 0 })
  }

  const run = async (kind: DocumentKind, upload: Upload) => {
    put(kind, upload)
    try {
      const { file, key, stop } = upload
      const onProgress = (sent: number) => change(kind, upload, { sent })
      await uploadDocument({ user_id, kind, file }, { key, signal: stop.signal, onProgress })
      await refresh()
      setHasSent(true)
      put(kind, undefined)
      void refreshUser()
    } catch (error) {
      fail(kind, upload, error)
    }
  }

  const send = async (kind: DocumentKind, file: File) => {
    const text = await fileProblem(file)
    if (text === null) return run(kind, uploadOf(file))
    setProblem(isPicture(file) ? { text, photo: { kind, file } } : { text })
  }
  const retry = (kind: DocumentKind) => {
    const failed = uploads[kind]
    if (failed?.hasFailed === true) void run(kind, uploadOf(failed.file, failed.key))
  }
  const cancel = (kind: DocumentKind) => {
    uploads[kind]?.stop.abort()
    put(kind, undefined)
  }
  useOnline(() => {
    for (const kind of DOCUMENT_KINDS) retry(kind)
  })
  return { uploads, hasSent, problem, setProblem, send, retry, cancel }
}

/** State of the documents screen: props of each card, and the dialogs for source, photo pages and errors. */
export function useUploads(user_id: number) {
  const { uploads, hasSent, problem, setProblem, send, retry, cancel } = useUploadQueue(user_id)
  const [sourceRequest, setSourceRequest] = useState<{
    kind: DocumentKind
    open: (source: Source) => void
  } | null>(null)
  const [scan, setScan] = useState<{ kind: DocumentKind; photos: File[] } | null>(null)
  const cardOf = (kind: DocumentKind) => ({
    ...{ kind, upload: uploads[kind] },
    onChooseSource: (open: (source: Source) => void) => setSourceRequest({ kind, open }),
    onFile: (file: File) => void send(kind, file),
    onPhotos: (photos: File[]) => setScan({ kind, photos }),
    onRetry: () => retry(kind),
    onCancel: () => cancel(kind),
  })
  const choose = (source: Source) => {
    sourceRequest?.open(source)
    setSourceRequest(null)
  }
  const asPhoto = ({ kind, file }: { kind: DocumentKind; file: File }) => {
    setProblem(null)
    setScan({ kind, photos: [file] })
  }
  const dialogs = (
    <>
      <SourceSheet
        kind={sourceRequest?.kind ?? null}
        onChoose={choose}
        onClose={() => setSourceRequest(null)}
      />
      {scan !== null && (
        <Suspense fallback={scanLoading}>
          <ScanScreen
            kind={scan.kind}
            photos={scan.photos}
            onDone={(file) => void send(scan.kind, file)}
            onUnreadable={(filename) => setProblem({ text: notPdfText(filename) })}
            onClose={() => setScan(null)}
          />
        </Suspense>
      )}
      <ProblemDialog problem={problem} onPhoto={asPhoto} onClose={() => setProblem(null)} />
    </>
  )
  return { cardOf, dialogs, hasSent, isBusy: Object.keys(uploads).length > 0 }
}
