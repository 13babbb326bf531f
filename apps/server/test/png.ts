import { crc32, deflateSync } from 'node:zlib'

/** A PNG chunk with its CRC. */
export function pngChunk(kind: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(kind, 'latin1'), data])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const check = Buffer.alloc(4)
  check.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, check])
}

interface Drawing {
  width: number
  height: number
  /** Colour type of the PNG specification. */
  colour: number
  /** Samples of the pixel at an index. */
  pixel: (index: number) => number[]
  filter?: number
  palette?: number[]
  /** Compressed data to use instead of that of the pixels. */
  packed?: Buffer
}

const paeth = (a: number, b: number, c: number) => {
  const [pa, pb, pc] = [Math.abs(b - c), Math.abs(a - c), Math.abs(a + b - 2 * c)]
  if (pa <= pb && pa <= pc) return a
  return pb <= pc ? b : c
}
const guesses = [
  () => 0,
  (a: number) => a,
  (_: number, b: number) => b,
  (a: number, b: number) => (a + b) >> 1,
  paeth,
] as const

function filtered(rows: number[][], step: number, filter: number): Buffer {
  return Buffer.concat(
    rows.map((row, y) => {
      const above = rows[y - 1] ?? []
      const guess = guesses[filter] ?? guesses[0]
      const bytes = row.map(
        (value, x) => value - guess(row[x - step] ?? 0, above[x] ?? 0, above[x - step] ?? 0),
      )
      return Buffer.from([filter, ...bytes.map((value) => value & 255)])
    }),
  )
}

/** Draws a PNG pixel by pixel, with 8 bits per sample. */
export function drawPng({ width, height, colour, pixel, filter = 0, palette, packed }: Drawing): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, colour, 0, 0, 0], 8)
  const rows = Array.from({ length: height }, (_, y) =>
    Array.from({ length: width }, (_, x) => pixel(y * width + x)).flat(),
  )
  const data = packed ?? deflateSync(filtered(rows, pixel(0).length, filter))
  const colours = palette === undefined ? [] : [pngChunk('PLTE', Buffer.from(palette))]
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([
    signature,
    pngChunk('IHDR', header),
    ...colours,
    pngChunk('IDAT', data),
    pngChunk('IEND', Buffer.alloc(0)),
  ])
}

/** A signature like that of the app's canvas: dark strokes on a transparent background. */
export const signatureUrl = `data:image/png;base64,${drawPng({
  width: 60,
  height: 30,
  colour: 6,
  pixel: (index) => (index % 61 < 3 ? [12, 16, 40, 255] : [0, 0, 0, 0]),
}).toString('base64')}`
