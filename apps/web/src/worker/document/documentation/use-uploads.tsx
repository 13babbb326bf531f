import { Loader, Overlay } from '@mantine/core'
import { DOCUMENT_KINDS, type DocumentKind } from '@quincena/domain/documents/rules'
import { lazy, Suspense, useEffect, useEffectEvent, useState } from 'react'
import { toast } from '../../../components/toast.tsx'
import { ApiError, errorText } from '../../../lib/api-error.ts'
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
  /** Why the last try failed; null before that and while it is sent again. */
  failure: string | null
  key: string
  stop: AbortController
}

type Uploads = Partial<Record<DocumentKind, Upload>>

const generalProblem = 'Hubo un error al subir el archivo. Asegúrate de que sea un PDF.'
const offlineText = 'No hay conexión. Lo enviamos cuando vuelva.'

/** The server's answer to a file that it does not take, so that a retry cannot help; null for every other failure. */
function refusalOf(error: unknown): ApiError | null {
  return error instanceof ApiError && [400, 413, 415, 422].includes(error.status) ? error : null
}

function problemOf({ code, detail }: ApiError, { name }: File): UploadProblem {
  return { text: code === 'document.not_pdf' ? generalProblem : detail, detail: `Archivo: ${name}` }
}

/** Only a phone without a network sends again by itself, once the network is back. */
const failureText = (error: unknown) =>
  error instanceof ApiError && error.status === 0 && !navigator.onLine ? offlineText : errorText(error)

const uploadOf = (file: File, key = createAttempt().keyFor('')): Upload => ({
  file,
  key,
  sent: 0,
  failure: null,
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

/**
 * Sends each document when it is chosen. A failed upload waits on its card for a retry or the network; `problem` is a
 * file that the app or the server refused.
 */
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
    const refusal = refusalOf(error)
    if (refusal === null) return change(kind, upload, { failure: failureText(error), sent: 0 })
    setProblem(problemOf(refusal, upload.file))
    put(kind, undefined)
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
    if (failed !== undefined && failed.failure !== null) void run(kind, uploadOf(failed.file, failed.key))
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
