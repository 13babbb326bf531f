import 'react-pdf/dist/Page/TextLayer.css'
import { ActionIcon } from '@mantine/core'
import { IconChevronLeft, IconChevronRight, IconZoomIn, IconZoomOut } from '@tabler/icons-react'
import { type ReactNode, useEffect, useState } from 'react'
import { Document, Page, pdfjs } from 'react-pdf'
import { ErrorState } from './message-state.tsx'
import classes from './pdf-pages.module.css'
import { LinesSkeleton } from './skeletons.tsx'
import { useZoom } from './use-zoom.ts'

pdfjs.GlobalWorkerOptions.workerSrc = new URL(
  'pdfjs-dist/build/pdf.worker.min.mjs',
  import.meta.url,
).toString()

/** Height divided by width of a US letter page, used until the page is loaded. */
const letter = 11 / 8.5
/** Largest canvas width in device pixels; phones fail to render larger ones. */
const maxCanvas_px = 2600

interface ToolProps {
  label: string
  /** Undefined disables the button. */
  onClick: (() => void) | undefined
  children: ReactNode
}

function Tool({ label, onClick, children }: ToolProps) {
  return (
    <ActionIcon
      className={classes.tool ?? ''}
      variant="subtle"
      color="gray"
      size={48}
      aria-label={label}
      disabled={onClick === undefined}
      onClick={onClick}
    >
      {children}
    </ActionIcon>
  )
}

interface ToolsProps {
  page: number
  pages: number
  onPage: (page: number) => void
  zoom: Pick<ReturnType<typeof useZoom>, 'zoom' | 'zoomIn' | 'zoomOut'>
}

function Tools({ page, pages, onPage, zoom: { zoom, zoomIn, zoomOut } }: ToolsProps) {
  return (
    <div className={classes.tools}>
      <Tool label="Página anterior" onClick={page > 1 ? () => onPage(page - 1) : undefined}>
        <IconChevronLeft size={20} stroke={1.75} aria-hidden />
      </Tool>
      <span aria-live="polite">
        Página {page} de {pages}
      </span>
      <Tool label="Página siguiente" onClick={page < pages ? () => onPage(page + 1) : undefined}>
        <IconChevronRight size={20} stroke={1.75} aria-hidden />
      </Tool>
      <span className={classes.gap} />
      <Tool label="Alejar" onClick={zoomOut}>
        <IconZoomOut size={20} stroke={1.75} aria-hidden />
      </Tool>
      <span className={classes.zoom}>{Math.round(zoom * 100)} %</span>
      <Tool label="Acercar" onClick={zoomIn}>
        <IconZoomIn size={20} stroke={1.75} aria-hidden />
      </Tool>
    </div>
  )
}

interface SheetProps {
  page: number
  /** Width of the page at zoom 1, in CSS pixels. */
  width: number
  zoom: number
  renderedZoom: number
}

/** A zoomed page: scaled while the zoom changes, rendered again at `renderedZoom` when the zoom is idle. */
function Sheet({ page, width, zoom, renderedZoom }: SheetProps) {
  const [ratio, setRatio] = useState(letter)
  const pixels = Math.min(window.devicePixelRatio, Math.max(1, maxCanvas_px / (width * renderedZoom)))
  return (
    <div style={{ width: width * zoom, height: width * zoom * ratio, overflow: 'hidden' }}>
      <div style={{ transform: `scale(${zoom / renderedZoom})`, transformOrigin: '0 0' }}>
        <Page
          pageNumber={page}
          width={width * renderedZoom}
          devicePixelRatio={pixels}
          renderAnnotationLayer={false}
          loading={<LinesSkeleton lines={9} />}
          onLoadSuccess={({ originalHeight, originalWidth }) => setRatio(originalHeight / originalWidth)}
        />
      </div>
    </div>
  )
}

/** The width of an element without its scrollbar, in pixels; 0 until it is measured. */
function useInnerWidth(frame: HTMLElement | null): number {
  const [width, setWidth] = useState(0)
  useEffect(() => {
    if (frame === null) return
    const observer = new ResizeObserver(() => setWidth(frame.clientWidth))
    observer.observe(frame)
    return () => observer.disconnect()
  }, [frame])
  return width
}

/** The content of `PdfViewer`, which loads this module lazily. */
export function PdfPages({ file, label, isFull = false }: { file: Blob; label: string; isFull?: boolean }) {
  const [pages, setPages] = useState(1)
  const [page, setPage] = useState(1)
  const zoom = useZoom()
  const width = useInnerWidth(zoom.sheet)
  return (
    <section className={classes.viewer} data-full={isFull} aria-label={label}>
      <Tools page={page} pages={pages} onPage={setPage} zoom={zoom} />
      <div
        className={classes.scroll}
        ref={zoom.setSheet}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a page is scrolled and zoomed with the keyboard
        tabIndex={0}
      >
        <Document
          file={file}
          loading={<LinesSkeleton lines={9} />}
          error={<ErrorState title="No pudimos mostrar el documento" error={null} />}
          onLoadSuccess={({ numPages }) => setPages(numPages)}
        >
          {width > 0 && (
            <Sheet key={page} page={page} width={width} zoom={zoom.zoom} renderedZoom={zoom.renderedZoom} />
          )}
        </Document>
      </div>
      <p className={classes.hint}>Acerca la página con dos dedos o con dos toques.</p>
    </section>
  )
}
