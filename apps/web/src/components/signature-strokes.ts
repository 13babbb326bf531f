import type { PointGroup } from 'signature_pad'

const leastLength_px = 24

export interface SheetSize {
  width: number
  height: number
}

/** The scale factor that fits a drawing completely into another canvas size; 1 for an empty size. */
export function fitFactor(from: SheetSize, to: SheetSize): number {
  if (from.width === 0 || from.height === 0) return 1
  return Math.min(to.width / from.width, to.height / from.height)
}

/** Scales the coordinates of all points by a factor. */
export function scaleStrokes(strokes: readonly PointGroup[], factor: number): PointGroup[] {
  return strokes.map((stroke) => ({
    ...stroke,
    points: stroke.points.map((point) => ({ ...point, x: point.x * factor, y: point.y * factor })),
  }))
}

function length_px({ points }: PointGroup): number {
  return points.reduce((sum, point, index) => {
    const before = points[index - 1] ?? point
    return sum + Math.hypot(point.x - before.x, point.y - before.y)
  }, 0)
}

/** True if the strokes have a total length of at least 24 px, so that a mere touch is not a signature. */
export function isSigned(strokes: readonly PointGroup[]): boolean {
  return strokes.reduce((sum, stroke) => sum + length_px(stroke), 0) >= leastLength_px
}

export type ExportedStroke = { x: number; y: number; time: number; pressure: number }[]

/** The strokes as evidence: position in pixels, time in ms and pressure of each point; all but the time rounded. */
export function exportStrokes(strokes: readonly PointGroup[]): ExportedStroke[] {
  const tenth = (value: number) => Math.round(value * 10) / 10
  return strokes.map(({ points }) =>
    points.map(({ x, y, time, pressure }) => ({ x: tenth(x), y: tenth(y), time, pressure: tenth(pressure) })),
  )
}
