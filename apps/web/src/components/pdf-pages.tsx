import 'react-pdf/dist/Page/TextLayer.css'
import { ActionIcon } from '@mantine/core'
import { useElementSize } from '@mantine/hooks'
import { IconChevronLeft, IconChevronRight, IconZoomIn, IconZoomOut } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { Document, Page, pdfjs } from 'react-pdf'
import { ErrorState } from './message-state.tsx'
import classes from './pdf-pages.module.css'
import { LinesSkeleton } from './skeletons.tsx'

pdfjs.GlobalWorkerOptions.workerSrc = new URL(
  'pdfjs-dist/build/pdf.worker.min.mjs',
  import.meta.url,
).toString()

const zooms = [1, 1.5, 2, 3] as const

interface ToolProps {
  label: string
  disabled: boolean
  onClick: () => void
  children: ReactNode
}

function Tool({ label, ...props }: ToolProps) {
  return (
    <ActionIcon
      className={classes.tool ?? ''}
      variant="subtle"
      color="gray"
      size={48}
      aria-label={label}
      {...props}
    />
  )
}

interface Place {
  page: number
  pages: number
  zoom: number
}

function Tools({
  place,
  onPage,
  onZoom,
}: {
  place: Place
  onPage: (page: number) => void
  onZoom: (zoom: number) => void
}) {
  const { page, pages, zoom } = place
  return (
    <div className={classes.tools}>
      <Tool label="Página anterior" disabled={page <= 1} onClick={() => onPage(page - 1)}>
        <IconChevronLeft size={20} stroke={1.75} aria-hidden />
      </Tool>
      <span aria-live="polite">
        Página {page} de {pages}
      </span>
      <Tool label="Página siguiente" disabled={page >= pages} onClick={() => onPage(page + 1)}>
        <IconChevronRight size={20} stroke={1.75} aria-hidden />
      </Tool>
      <span className={classes.gap} />
      <Tool label="Alejar" disabled={zoom === 0} onClick={() => onZoom(zoom - 1)}>
        <IconZoomOut size={20} stroke={1.75} aria-hidden />
      </Tool>
      <Tool label="Acercar" disabled={zoom === zooms.length - 1} onClick={() => onZoom(zoom + 1)}>
        <IconZoomIn size={20} stroke={1.75} aria-hidden />
      </Tool>
    </div>
  )
}

export function PdfPages({ file, label }: { file: Blob; label: string }) {
  const { ref, width } = useElementSize<HTMLDivElement>()
  const [pages, setPages] = useState(1)
  const [page, setPage] = useState(1)
  const [zoom, setZoom] = useState(0)
  return (
    <section className={classes.viewer} aria-label={label}>
      <Tools place={{ page, pages, zoom }} onPage={setPage} onZoom={setZoom} />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a zoomed page is scrolled with the keyboard */}
      <div className={classes.scroll} ref={ref} tabIndex={0}>
        <Document
          file={file}
          loading={<LinesSkeleton lines={9} />}
          error={<ErrorState title="No pudimos mostrar el documento" error={null} />}
          onLoadSuccess={({ numPages }) => setPages(numPages)}
        >
          {width > 0 && (
            <Page
              pageNumber={page}
              width={width * (zooms[zoom] ?? 1)}
              renderAnnotationLayer={false}
              loading={<LinesSkeleton lines={9} />}
            />
          )}
        </Document>
      </div>
    </section>
  )
}
