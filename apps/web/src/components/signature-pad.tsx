import { Button } from '@mantine/core'
import { IconEraser } from '@tabler/icons-react'
import { type Ref, useEffect, useEffectEvent, useImperativeHandle, useRef, useState } from 'react'
import SignatureCanvas, { type PointGroup } from 'signature_pad'
import classes from './signature-pad.module.css'
import {
  type ExportedStroke,
  exportStrokes,
  fitFactor,
  isSigned,
  type SheetSize,
  scaleStrokes,
} from './signature-strokes.ts'
import { smallIcon } from './small-icon.tsx'
import { tokens } from './tokens.ts'

const widest_px = 1800

export interface SignatureHandle {
  /** The signature as a PNG data URL, dark on transparent; null without a signature. */
  toPng: () => string | null
  strokes: () => ExportedStroke[]
  clear: () => void
}

interface SignaturePadProps {
  /** Shown below the line. */
  name: string
  /** Called with true when there is a signature, with false after clearing. */
  onSigned: (signed: boolean) => void
  /** Moves the keyboard's focus to the sheet when the pad opens, in place of a control that is gone. */
  hasFirstFocus?: boolean
  ref?: Ref<SignatureHandle>
}

const sizeOf = ({ offsetWidth, offsetHeight }: HTMLElement): SheetSize => ({
  width: offsetWidth,
  height: offsetHeight,
})

/** Sets the canvas size to its CSS size times the pixel ratio (at most 1800 px wide); this clears the canvas. */
function resize(canvas: HTMLCanvasElement, { width, height }: SheetSize): void {
  const ratio = Math.min(Math.max(window.devicePixelRatio, 1), widest_px / width)
  canvas.width = Math.round(width * ratio)
  canvas.height = Math.round(height * ratio)
  canvas.getContext('2d')?.scale(ratio, ratio)
}

/**
 * Prevents the default action of touches on the canvas. Otherwise Chromium treats a moving finger that lifts as a
 * fling, even with `touch-action: none`, and uses the next tap, on Limpiar or Continuar, to stop that fling.
 */
function keepTouches(canvas: HTMLCanvasElement): () => void {
  const keep = (event: TouchEvent) => event.preventDefault()
  canvas.addEventListener('touchstart', keep, { passive: false })
  return () => canvas.removeEventListener('touchstart', keep)
}

/** Scales the drawing when the canvas changes size, always from the original strokes: rotating back is exact. */
function followSize(canvas: HTMLCanvasElement, pad: SignatureCanvas): () => void {
  let size = sizeOf(canvas)
  let original: { strokes: PointGroup[]; size: SheetSize } | null = null
  const onStroke = () => {
    original = null
  }
  const observer = new ResizeObserver(() => {
    const next = sizeOf(canvas)
    if (next.width === 0 || (next.width === size.width && next.height === size.height)) return
    original ??= { strokes: pad.toData(), size }
    size = next
    resize(canvas, next)
    pad.clear()
    pad.fromData(scaleStrokes(original.strokes, fitFactor(original.size, next)))
  })
  resize(canvas, size)
  pad.clear()
  pad.addEventListener('beginStroke', onStroke)
  observer.observe(canvas)
  return () => observer.disconnect()
}

function usePad(onSigned: (signed: boolean) => void) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const pad = useRef<SignatureCanvas>(null)
  const report = useEffectEvent(() => onSigned(isSigned(pad.current?.toData() ?? [])))
  useEffect(() => {
    if (canvas.current === null) return
    const made = new SignatureCanvas(canvas.current, {
      penColor: tokens.light.ink,
      minWidth: 0.8,
      maxWidth: 2.6,
    })
    pad.current = made
    made.addEventListener('endStroke', report)
    const unfollow = followSize(canvas.current, made)
    const release = keepTouches(canvas.current)
    return () => {
      unfollow()
      release()
      made.off()
    }
  }, [])
  return { canvas, pad }
}

/** A canvas to sign on with finger, pen or mouse, with the signer's name and a clear button. */
export function SignaturePad({ name, onSigned, hasFirstFocus = false, ref }: SignaturePadProps) {
  const [hasInk, setHasInk] = useState(false)
  const change = (signed: boolean) => {
    setHasInk(signed)
    onSigned(signed)
  }
  const { canvas, pad } = usePad(change)
  useEffect(() => {
    if (hasFirstFocus) canvas.current?.focus()
  }, [canvas, hasFirstFocus])
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
    <div className={classes.pad} data-signature-pad>
      <canvas
        ref={canvas}
        className={classes.sheet}
        role="img"
        tabIndex={-1}
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
          leftSection={smallIcon(IconEraser)}
          onClick={clear}
        >
          Limpiar
        </Button>
      </div>
    </div>
  )
}
