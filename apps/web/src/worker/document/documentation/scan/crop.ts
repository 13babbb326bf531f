/** Kept part of a picture: its sides as fractions of the width (left, right) and of the height (top, bottom). */
export interface Crop {
  left: number
  top: number
  right: number
  bottom: number
}
export type Side = keyof Crop

export const wholePicture: Crop = { left: 0, top: 0, right: 1, bottom: 1 }

/** Minimum distance between two opposite sides, as a fraction. */
const MIN_SIDE = 0.1

const opposite: Record<Side, Side> = { left: 'right', right: 'left', top: 'bottom', bottom: 'top' }

/** Allowed positions of a side: from the edge of the picture to the minimum distance from the opposite side. */
export function rangeOf(crop: Crop, side: Side): { min: number; max: number } {
  const across = crop[opposite[side]]
  return side === 'left' || side === 'top'
    ? { min: 0, max: across - MIN_SIDE }
    : { min: across + MIN_SIDE, max: 1 }
}

/** The crop with one side moved to `place`, limited to the side's range. */
export function moveSide(crop: Crop, side: Side, place: number): Crop {
  const { min, max } = rangeOf(crop, side)
  return { ...crop, [side]: Math.min(max, Math.max(min, place)) }
}

/** The same crop after the picture was turned by 90° clockwise. */
export function turnCrop({ left, top, right, bottom }: Crop): Crop {
  return { left: 1 - bottom, top: left, right: 1 - top, bottom: right }
}
