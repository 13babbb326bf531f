import { Button, FileButton, Loader } from '@mantine/core'
import { type DocumentKind, documentLabel } from '@quincena/domain/documents/rules'
import { IconCamera, IconPhoto } from '@tabler/icons-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { ActionBar } from '../../../../components/action-bar.tsx'
import { LateModal } from '../../../../components/late-modal.tsx'
import { useLeaveGuard } from '../../../../components/leave-guard.tsx'
import stack from '../../../../components/phone/stack.module.css'
import { toast } from '../../../../components/toast.tsx'
import { pdfOfImages } from './pdf-of-images.ts'
import classes from './scan-screen.module.css'
import { SheetEditor } from './sheet-editor.tsx'
import { SheetList } from './sheet-list.tsx'
import { MAX_SHEETS, type Sheet, useSheets } from './use-sheets.ts'

interface ScanScreenProps {
  kind: DocumentKind
  /** Pictures of the first pages. */
  photos: readonly File[]
  /** Gets the finished PDF. */
  onDone: (file: File) => void
  /** Gets the name of the first picture that the browser cannot decode. */
  onUnreadable: (filename: string) => void
  onClose: () => void
}

const leftOutText = (leftOut: number) =>
  `Un documento puede tener hasta ${MAX_SHEETS} páginas: ${leftOut === 1 ? 'una foto quedó fuera' : `${leftOut} fotos quedaron fuera`}.`

const discardQuestion = {
  title: '¿Descartar las fotos?',
  text: 'Las páginas que preparaste se perderán.',
  confirmLabel: 'Descartar',
  cancelLabel: 'Seguir aquí',
}

function MorePages({ isFull, onFiles }: { isFull: boolean; onFiles: (files: File[]) => void }) {
  if (isFull) return <p className={stack.note}>Un documento puede tener hasta {MAX_SHEETS} páginas.</p>
  return (
    <div className={classes.more}>
      <FileButton
        accept="image/*"
        capture="environment"
        onChange={(file) => file && onFiles([file])}
        inputProps={{ 'aria-label': 'Foto de otra página' }}
      >
        {(props) => (
          <Button
            {...props}
            size="lg"
            variant="default"
            leftSection={<IconCamera size={20} stroke={1.75} aria-hidden />}
          >
            Otra página
          </Button>
        )}
      </FileButton>
      <FileButton
        accept="image/*"
        multiple
        onChange={(files) => files.length > 0 && onFiles(files)}
        inputProps={{ 'aria-label': 'Más fotos' }}
      >
        {(props) => (
          <Button
            {...props}
            size="lg"
            variant="default"
            leftSection={<IconPhoto size={20} stroke={1.75} aria-hidden />}
          >
            De mis fotos
          </Button>
        )}
      </FileButton>
    </div>
  )
}

const notCropped = 'Tu teléfono no pudo recortar la foto: quedó como estaba. Inténtalo de nuevo.'

const sizeText = (sheets: readonly Sheet[]) => {
  const bytes = sheets.reduce((sum, { page }) => sum + page.jpeg.byteLength, 0)
  return bytes < 1024 * 1024 ? `${Math.ceil(bytes / 1024)} KB` : `${(bytes / 1024 / 1024).toFixed(1)} MB`
}

interface PagesProps {
  sheets: readonly Sheet[]
  isBusy: boolean
  onFiles: (files: File[]) => void
  onFinish: () => void
  children: ReactNode
}

/** List of all pages to check before sending, with buttons to add more. */
function Pages({ sheets, isBusy, onFiles, onFinish, children }: PagesProps) {
  const isEmpty = sheets.length === 0
  return (
    <>
      <div className={stack.stack}>
        {!isEmpty && <p className={stack.lead}>Revisa que se lean bien todos los datos.</p>}
        {children}
        {isBusy && (
          <p className={classes.busy} role="status">
            <Loader size="sm" aria-hidden /> Preparando la foto…
          </p>
        )}
        {!isBusy && isEmpty && <p className={stack.lead}>Toma una foto de cada página.</p>}
        <MorePages isFull={sheets.length >= MAX_SHEETS} onFiles={onFiles} />
      </div>
      <ActionBar>
        <Button size="lg" fullWidth disabled={isBusy || isEmpty} onClick={onFinish}>
          {isEmpty ? 'Enviar PDF' : `Enviar PDF · ${sizeText(sheets)}`}
        </Button>
      </ActionBar>
    </>
  )
}

/** Makes one PDF of photos on the device: the worker crops, turns and orders the pages, checks them and sends them. */
export function ScanScreen({ kind, photos, onDone, onUnreadable, onClose }: ScanScreenProps) {
  const { sheets, isBusy, add, edit, remove, move } = useSheets()
  const [edited, setEdited] = useState<Sheet | null>(null)
  const guard = useLeaveGuard(sheets.length > 0, onClose, discardQuestion)

  const addPhotos = async (files: readonly File[]) => {
    const { added, unreadable, leftOut } = await add(files)
    if (unreadable[0] !== undefined) onUnreadable(unreadable[0])
    if (leftOut > 0) toast.error(leftOutText(leftOut))
    const [only, ...others] = added
    if (only !== undefined && others.length === 0) setEdited(only)
    return added.length
  }
  const first = useRef(photos)
  useEffect(() => {
    const firstPhotos = first.current
    first.current = []
    if (firstPhotos.length > 0) void addPhotos(firstPhotos).then((count) => count === 0 && guard.leave())
  })

  const finish = () => {
    const pdf = pdfOfImages(sheets.map(({ page }) => page))
    onDone(new File([pdf], `${kind}.pdf`, { type: 'application/pdf' }))
    guard.leave()
  }
  const number = edited === null ? 0 : sheets.findIndex(({ id }) => id === edited.id) + 1
  return (
    <LateModal
      opened
      fullScreen
      onClose={edited === null ? guard.close : () => setEdited(null)}
      title={edited === null ? documentLabel(kind) : `${documentLabel(kind)}: página ${number}`}
      closeButtonProps={{ 'aria-label': 'Cerrar', size: 48, iconSize: 20 }}
      classNames={{ body: classes.body ?? '', header: classes.header ?? '', content: classes.content ?? '' }}
      transitionProps={{ duration: 180, exitDuration: 120 }}
    >
      {edited !== null && (
        <SheetEditor
          key={edited.id}
          sheet={edited}
          number={number}
          onDone={(editing) => {
            setEdited(null)
            edit(edited, editing).catch(() => toast.error(notCropped))
          }}
        />
      )}
      {edited === null && (
        <Pages isBusy={isBusy} sheets={sheets} onFiles={(files) => void addPhotos(files)} onFinish={finish}>
          <SheetList sheets={sheets} onEdit={setEdited} onRemove={remove} onMove={move} />
        </Pages>
      )}
      {guard.question}
    </LateModal>
  )
}
