import { type KeyboardEvent, type PointerEvent, useRef } from 'react'
import { type Crop, moveSide, rangeOf, type Side } from './crop.ts'
import classes from './crop-frame.module.css'

interface CropFrameProps {
  src: string
  alt: string
  crop: Crop
  onChange: (crop: Crop) => void
}

const sides: Record<Side, string> = {
  top: 'Borde de arriba',
  right: 'Borde derecho',
  bottom: 'Borde de abajo',
  left: 'Borde izquierdo',
}
const corners: readonly (readonly [Side, Side])[] = [
  ['top', 'left'],
  ['top', 'right'],
  ['bottom', 'right'],
  ['bottom', 'left'],
]

const percent = (fraction: number) => Math.round(fraction * 100)
const isUpright = (side: Side) => side === 'left' || side === 'right'

const steps: Record<string, number> = {
  ArrowLeft: -0.01,
  ArrowUp: -0.01,
  ArrowRight: 0.01,
  ArrowDown: 0.01,
  PageUp: -0.1,
  PageDown: 0.1,
}

/** Picture with a crop frame: sides and corners can be dragged; arrow keys move a side by 1 %, page keys by 10 %. */
export function CropFrame({ src, alt, crop, onChange }: CropFrameProps) {
  const frame = useRef<HTMLDivElement>(null)

  const follow = (event: PointerEvent<HTMLElement>, moved: readonly Side[]) => {
    const bounds = frame.current?.getBoundingClientRect()
    if (bounds === undefined || !event.currentTarget.hasPointerCapture(event.pointerId)) return
    const x = (event.clientX - bounds.left) / bounds.width
    const y = (event.clientY - bounds.top) / bounds.height
    onChange(moved.reduce((present, side) => moveSide(present, side, isUpright(side) ? x : y), crop))
  }
  const dragging = (moved: readonly Side[]) => ({
    onPointerDown: (event: PointerEvent<HTMLElement>) =>
      event.currentTarget.setPointerCapture(event.pointerId),
    onPointerMove: (event: PointerEvent<HTMLElement>) => follow(event, moved),
  })
  const step = (event: KeyboardEvent, side: Side) => {
    const by = steps[event.key]
    if (by === undefined) return
    event.preventDefault()
    onChange(moveSide(crop, side, crop[side] + by))
  }

  const inset = [crop.top, 1 - crop.right, 1 - crop.bottom, crop.left]
  return (
    <div ref={frame} className={classes.frame}>
      <img src={src} alt={alt} className={classes.picture} draggable={false} />
      <div className={classes.clip} aria-hidden>
        <div
          className={classes.selection}
          style={{ inset: inset.map((side) => `${side * 100}%`).join(' ') }}
        />
      </div>
      <div className={classes.handles} style={{ inset: inset.map((side) => `${side * 100}%`).join(' ') }}>
        {(['top', 'right', 'bottom', 'left'] as const).map((side) => (
          <div
            key={side}
            role="slider"
            tabIndex={0}
            className={classes.side}
            data-side={side}
            aria-label={sides[side]}
            aria-orientation={isUpright(side) ? 'horizontal' : 'vertical'}
            aria-valuemin={percent(rangeOf(crop, side).min)}
            aria-valuemax={percent(rangeOf(crop, side).max)}
            aria-valuenow={percent(crop[side])}
            aria-valuetext={`${percent(crop[side])} %`}
            onKeyDown={(event) => step(event, side)}
            {...dragging([side])}
          />
        ))}
        {corners.map((pair) => (
          <div
            key={pair.join()}
            className={classes.corner}
            data-corner={pair.join('-')}
            {...dragging(pair)}
          />
        ))}
      </div>
    </div>
  )
}
