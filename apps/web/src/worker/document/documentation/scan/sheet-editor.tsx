import { Button, Loader } from '@mantine/core'
import { IconRotateClockwise } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { ActionBar } from '../../../../components/action-bar.tsx'
import stack from '../../../../components/phone/stack.module.css'
import { CropFrame } from './crop-frame.tsx'
import { drawRotated, type Editing, type Photo, revokePhoto } from './photo.ts'
import classes from './scan-screen.module.css'
import { rotate, type Sheet } from './use-sheets.ts'

/** Object URL of the turned photo; null while it is being turned, 'failed' if the device could not turn it. */
function useTurnedView(photo: Photo, turns: number): string | null {
  const [view, setView] = useState<{ turns: number; url: string } | null>(null)
  useEffect(() => {
    let url: string | undefined
    let isUnmounted = false
    const show = (made: string) => {
      url = made
      if (isUnmounted) revokePhoto(made)
      else setView({ turns, url: made })
    }
    drawRotated(photo, turns).then(show, () => setView({ turns, url: 'failed' }))
    return () => {
      isUnmounted = true
      if (url !== undefined) revokePhoto(url)
    }
  }, [photo, turns])
  return view?.turns === turns ? view.url : null
}

interface SheetEditorProps {
  sheet: Sheet
  /** Page number, from 1. */
  number: number
  onDone: (editing: Editing) => void
}

/** Editor of one photo: the worker turns it and crops it to the paper. */
export function SheetEditor({ sheet, number, onDone }: SheetEditorProps) {
  const [editing, setEditing] = useState<Editing>({ turns: sheet.turns, crop: sheet.crop })
  const view = useTurnedView(sheet.photo, editing.turns)
  return (
    <>
      <div className={stack.stack}>
        <p className={stack.lead}>Arrastra las orillas hasta el borde del documento.</p>
        <div className={classes.stage}>
          {view === null && <Loader aria-label="Girando la foto" />}
          {view === 'failed' && (
            <p role="alert" className={stack.lead}>
              Tu teléfono no pudo mostrar la foto. Cierra otras apps, regresa e inténtalo de nuevo.
            </p>
          )}
          {view !== null && view !== 'failed' && (
            <CropFrame
              src={view}
              alt={`Foto de la página ${number}`}
              crop={editing.crop}
              onChange={(crop) => setEditing((present) => ({ ...present, crop }))}
            />
          )}
        </div>
      </div>
      <ActionBar>
        <Button size="lg" fullWidth disabled={view === 'failed'} onClick={() => onDone(editing)}>
          Listo
        </Button>
        <Button
          size="lg"
          fullWidth
          variant="subtle"
          leftSection={<IconRotateClockwise size={20} stroke={1.75} aria-hidden />}
          onClick={() => setEditing((present) => rotate(present))}
        >
          Girar
        </Button>
      </ActionBar>
    </>
  )
}
