import { lazy, Suspense } from 'react'
import { LinesSkeleton } from './skeletons.tsx'

interface PdfViewerProps {
  file: Blob
  /** Accessible name of the viewer. */
  label: string
  /** Fills its container without a frame. */
  isFull?: boolean
}

const PdfPages = lazy(() => import('./pdf-pages.tsx').then(({ PdfPages }) => ({ default: PdfPages })))

/** Shows a PDF page by page, with zoom. The PDF library is loaded only when a viewer is rendered. */
export function PdfViewer(props: PdfViewerProps) {
  return (
    <Suspense fallback={<LinesSkeleton lines={9} />}>
      <PdfPages {...props} />
    </Suspense>
  )
}
