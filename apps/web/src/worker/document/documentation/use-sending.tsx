import { Loader, Overlay } from '@mantine/core'
import type { DocumentKind } from '@quincena/domain/documents/rules'
import { lazy, Suspense, useState } from 'react'
import { notPdfText } from './checks.ts'
import { ProblemDialog } from './problem-dialog.tsx'
import { type Source, SourceSheet } from './source-sheet.tsx'
import { useUploads } from './use-uploads.ts'

const ScanScreen = lazy(() =>
  import('./scan/scan-screen.tsx').then((module) => ({ default: module.ScanScreen })),
)

function ScanLoading() {
  return (
    <Overlay fixed center>
      <Loader aria-label="Abriendo la cámara" />
    </Overlay>
  )
}

interface Scan {
  kind: DocumentKind
  photos: File[]
}

/** State of the documents screen: props of each card, and the dialogs for source, photo pages and errors. */
export function useSending(user_id: number) {
  const { uploads, hasSent, problem, setProblem, send, retry, cancel } = useUploads(user_id)
  const [sourceRequest, setSourceRequest] = useState<{
    kind: DocumentKind
    open: (source: Source) => void
  } | null>(null)
  const [scan, setScan] = useState<Scan | null>(null)
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
        <Suspense fallback={<ScanLoading />}>
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
