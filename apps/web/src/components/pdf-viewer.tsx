import { lazy, Suspense } from 'react'
import { LinesSkeleton } from './skeletons.tsx'

interface PdfViewerProps {
  file: Blob
  /** What the document is, for its frame's name. */
  label: string
}

const PdfPages = lazy(() => import('./pdf-pages.tsx').then(({ PdfPages }) => ({ default: PdfPages })))

/** A PDF to read page by page, with zoom; its reader is only fetched where one is shown. */
export function PdfViewer(props: PdfViewerProps) {
  return (
    <Suspense fallback={<LinesSkeleton lines={9} />}>
      <PdfPages {...props} />
    </Suspense>
  )
}
