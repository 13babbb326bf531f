import { setImmediate } from 'node:timers/promises'
import { type DecodedPng, encode } from 'fast-png'

/** An icon: a square of `size` pixels, with the drawing within `share` of its side. */
export interface IconShape {
  size: number
  share: number
}

type Color = readonly [red: number, green: number, blue: number]

const colorOf = (hex: string): Color => [
  Number.parseInt(hex.slice(1, 3), 16),
  Number.parseInt(hex.slice(3, 5), 16),
  Number.parseInt(hex.slice(5, 7), 16),
]

/** Colour and cover (0 to 1) at a place of the drawing, whose sides go from 0 to 1; null outside of it. */
type Drawing = (x: number, y: number) => readonly [color: Color, cover: number] | null

/** Points of each pixel along a side: their mean is its colour. */
const points = 4

/** The mean colour of a pixel: of the points in it, where the drawing covers the ground or not. */
function meanOf(base: Color, readings: readonly ReturnType<Drawing>[]): number[] {
  return [0, 1, 2].map((channel) => {
    const ground = base[channel] ?? 0
    const sum = readings.reduce((total, reading) => {
      const [color, cover] = reading ?? [base, 1]
      return total + (color[channel] ?? 0) * cover + ground * (1 - cover)
    }, 0)
    return Math.round(sum / readings.length)
  })
}

const pointsOfPixel = Array.from({ length: points * points }, (_, index) => index)

/** Rows that are painted before other work of the process has its turn. */
const rowsPerTurn = 4

/** Paints a drawing on a ground as an opaque PNG. */
async function paintIcon({ size, share }: IconShape, ground: string, draw: Drawing): Promise<Uint8Array> {
  const base = colorOf(ground)
  const data = new Uint8Array(size * size * 3)
  const place = (at: number, point: number) => ((at + (point + 0.5) / points) / size - 0.5) / share + 0.5
  for (let pixel = 0; pixel < size * size; pixel += 1) {
    const [column, row] = [pixel % size, Math.floor(pixel / size)]
    if (pixel % (rowsPerTurn * size) === 0) await setImmediate()
    const readings = pointsOfPixel.map((point) =>
      draw(place(column, point % points), place(row, Math.floor(point / points))),
    )
    data.set(meanOf(base, readings), pixel * 3)
  }
  return encode({ width: size, height: size, data, channels: 3, depth: 8 })
}

/** The mark in a colour: a disc in two halves, the left one full, the right one a line. */
export function markIcon(
  shape: IconShape,
  { ground, color }: { ground: string; color: string },
): Promise<Uint8Array> {
  const ink = colorOf(color)
  return paintIcon(shape, ground, (x, y) => {
    // In the units of the mark's drawing: 28 a side.
    const [across, down] = [x * 28 - 14, y * 28 - 14]
    const isFull = across < -0.5 && Math.hypot(across + 0.5, down) < 14
    const from = Math.hypot(across - 1.5, down)
    const isLine = across > 1.5 && from > 11 && from < 14
    return isFull || isLine ? [ink, 1] : null
  })
}

/** Colour and alpha (0 to 1) of a pixel. */
function pixelOf({ data, channels, palette }: DecodedPng, index: number): readonly [Color, number] {
  const samples = palette === undefined ? data : (palette[data[index] ?? 0] ?? [0, 0, 0])
  const [at, count] = palette === undefined ? [index * channels, channels] : [0, samples.length]
  const sample = (offset: number) => samples[at + offset] ?? 0
  const alpha = count % 2 === 0 ? sample(count - 1) / 255 : 1
  return [count < 3 ? [sample(0), sample(0), sample(0)] : [sample(0), sample(1), sample(2)], alpha]
}

/** A picture in the middle of an icon, as large as it fits. */
export function pictureIcon(shape: IconShape, picture: DecodedPng, ground: string): Promise<Uint8Array> {
  const { width, height } = picture
  const side = Math.max(width, height)
  return paintIcon(shape, ground, (x, y) => {
    const [column, row] = [
      Math.floor((x - 0.5) * side + width / 2),
      Math.floor((y - 0.5) * side + height / 2),
    ]
    const isInside = column >= 0 && column < width && row >= 0 && row < height
    return isInside ? pixelOf(picture, row * width + column) : null
  })
}
