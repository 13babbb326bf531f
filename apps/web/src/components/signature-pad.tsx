import { Button } from '@mantine/core'
import { IconEraser } from '@tabler/icons-react'
import { type Ref, useEffect, useEffectEvent, useImperativeHandle, useRef, useState } from 'react'
import SignatureCanvas from 'signature_pad'
import classes from './signature-pad.module.css'
import { type ExportedStroke, exportStrokes, isSigned, scaleStrokes } from './signature-strokes.ts'
import { tokens } from './theme.ts'

const widest_px = 1800

export interface SignatureHandle {
  /** The drawing as a PNG data URL, dark on transparent; null while there is none. */
  toPng: () => string | null
  strokes: () => ExportedStroke[]
  clear: () => void
}

interface SignaturePadProps {
  /** Printed under the line. */
  name: string
  /** Tells when there is a signature, and when there no longer is. */
  onSigned: (signed: boolean) => void
  ref?: Ref<SignatureHandle>
}

/** Gives the canvas the pixels of its place on screen, keeping what is drawn in proportion. */
function fitSheet(canvas: HTMLCanvasElement, pad: SignatureCanvas, widthBefore_px: number): number {
  const { offsetWidth, offsetHeight } = canvas
  if (offsetWidth === 0) return widthBefore_px
  const ratio = Math.min(Math.max(window.devicePixelRatio, 1), widest_px / offsetWidth)
  const strokes = pad.toData()
  canvas.width = Math.round(offsetWidth * ratio)
  canvas.height = Math.round(offsetHeight * ratio)
  canvas.getContext('2d')?.scale(ratio, ratio)
  pad.clear()
  if (strokes.length > 0)
    pad.fromData(scaleStrokes(strokes, widthBefore_px === 0 ? 1 : offsetWidth / widthBefore_px))
  return offsetWidth
}

function usePad(onSigned: (signed: boolean) => void) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const pad = useRef<SignatureCanvas>(null)
  const report = useEffectEvent(() => onSigned(isSigned(pad.current?.toData() ?? [])))
  useEffect(() => {
    if (canvas.current === null) return
    const sheet = canvas.current
    const made = new SignatureCanvas(sheet, { penColor: tokens.light.ink, minWidth: 0.8, maxWidth: 2.6 })
    pad.current = made
    made.addEventListener('endStroke', report)
    let width_px = fitSheet(sheet, made, 0)
    const observer = new ResizeObserver(() => {
      if (sheet.offsetWidth !== width_px) width_px = fitSheet(sheet, made, width_px)
    })
    observer.observe(sheet)
    return () => {
      observer.disconnect()
      made.off()
    }
  }, [])
  return { canvas, pad }
}

/** A sheet to sign on with finger, pen or mouse: the line, the name under it, and Limpiar. */
export function SignaturePad({ name, onSigned, ref }: SignaturePadProps) {
  const [hasInk, setHasInk] = useState(false)
  const change = (signed: boolean) => {
    setHasInk(signed)
    onSigned(signed)
  }
  const { canvas, pad } = usePad(change)
  const clear = () => {
    pad.current?.clear()
    change(false)
  }
  useImperativeHandle(ref, () => ({
    toPng: () => (hasInk ? (pad.current?.toDataURL('image/png') ?? null) : null),
    strokes: () => exportStrokes(pad.current?.toData() ?? []),
    clear,
  }))
  return (
    <div className={classes.pad}>
      <canvas
        ref={canvas}
        className={classes.sheet}
        role="img"
        aria-label={
          hasInk ? 'Tu firma' : 'Espacio para firmar: dibuja tu firma con el dedo, un lápiz o el ratón'
        }
      />
      <div className={classes.line} aria-hidden>
        {!hasInk && <span className={classes.hint}>Firma aquí</span>}
      </div>
      <div className={classes.foot}>
        <span className={classes.name}>{name}</span>
        <Button
          variant="subtle"
          color="gray"
          size="compact-md"
          className={classes.clear ?? ''}
          leftSection={<IconEraser size={18} stroke={1.75} aria-hidden />}
          onClick={clear}
        >
          Limpiar
        </Button>
      </div>
    </div>
  )
}
