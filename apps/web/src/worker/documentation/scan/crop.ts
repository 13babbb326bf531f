/** What of a picture is kept: its four sides as fractions of the width (left, right) and the height (top, bottom). */
export interface Crop {
  left: number
  top: number
  right: number
  bottom: number
}
export type Side = keyof Crop

export const WHOLE: Crop = { left: 0, top: 0, right: 1, bottom: 1 }

/** The least that may be kept between two sides. */
const LEAST = 0.1

const opposite: Record<Side, Side> = { left: 'right', right: 'left', top: 'bottom', bottom: 'top' }

/** How far a side may go: from the picture's edge to short of the side across. */
export function rangeOf(crop: Crop, side: Side): { min: number; max: number } {
  const across = crop[opposite[side]]
  return side === 'left' || side === 'top' ? { min: 0, max: across - LEAST } : { min: across + LEAST, max: 1 }
}

/** The crop with one side moved to a place, or as near to it as may be. */
export function moveSide(crop: Crop, side: Side, place: number): Crop {
  const { min, max } = rangeOf(crop, side)
  return { ...crop, [side]: Math.min(max, Math.max(min, place)) }
}

/** The crop of a picture that was turned a quarter to the right. */
export function turnCrop({ left, top, right, bottom }: Crop): Crop {
  return { left: 1 - bottom, top: left, right: 1 - top, bottom: right }
}
