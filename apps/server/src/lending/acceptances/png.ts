import { inflateSync } from 'node:zlib'

const head = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const bitsPerSample = 8
const palette = 3
/** Samples per pixel of each colour type: gray, RGB, palette, gray with alpha, RGBA. */
const samples: Record<number, number> = { 0: 1, 2: 3, [palette]: 1, 4: 2, 6: 4 }

/** Red, green, blue and alpha, 0 to 255. */
type Pixel = [number, number, number, number]

/** A decoded picture: the number of its pixels, and access to each. */
export interface Picture {
  pixels: number
  /** The pixel at an index, counted row by row. */
  pixel: (index: number) => Pixel
}

interface Parts {
  width: number
  height: number
  colour: number
  colours: Buffer
  alphas: Buffer
  packed: Buffer[]
}

const noParts: Parts = {
  width: 0,
  height: 0,
  colour: -1,
  colours: Buffer.alloc(0),
  alphas: Buffer.alloc(0),
  packed: [],
}

/** Adds a chunk of each kind to the parts; null if the header is of a kind that no canvas writes. */
const takers: Record<string, (parts: Parts, data: Buffer) => Parts | null> = {
  IHDR(parts, data) {
    const { 8: depth, 9: colour = -1, 12: interlace } = data
    if (data.length !== 13 || depth !== bitsPerSample || interlace !== 0) return null
    if (samples[colour] === undefined) return null
    return { ...parts, width: data.readUInt32BE(0), height: data.readUInt32BE(4), colour }
  },
  PLTE: (parts, colours) => ({ ...parts, colours }),
  tRNS: (parts, alphas) => ({ ...parts, alphas }),
  IDAT: (parts, data) => ({ ...parts, packed: [...parts.packed, data] }),
}

/** Reads the chunks of a PNG in order; null if they are not a complete PNG. */
function readChunks(file: Buffer): Parts | null {
  let parts: Parts | null = noParts
  let at = head.length
  while (parts !== null && at + 12 <= file.length) {
    const end = at + 8 + file.readUInt32BE(at)
    const kind = file.toString('latin1', at + 4, at + 8)
    if (end + 4 > file.length) return null
    if (kind === 'IEND') return parts
    parts = takers[kind]?.(parts, file.subarray(at + 8, end)) ?? (kind in takers ? null : parts)
    at = end + 4
  }
  return null
}

/** Paeth's predictor (PNG, filter type 4). */
function paeth(left: number, up: number, corner: number): number {
  const guess = left + up - corner
  const [toLeft, toUp, toCorner] = [Math.abs(guess - left), Math.abs(guess - up), Math.abs(guess - corner)]
  if (toLeft <= toUp && toLeft <= toCorner) return left
  return toUp <= toCorner ? up : corner
}

type Predictor = (left: number, up: number, corner: number) => number
const predictors: Predictor[] = [
  () => 0,
  (left) => left,
  (_, up) => up,
  (left, up) => (left + up) >> 1,
  paeth,
]

interface Rows {
  /** Bytes of a row (`stride`) and of a pixel (`step`). */
  stride: number
  step: number
}

/** Undoes the filter of one row; `above` is the unfiltered row before it. */
function unfilterRow(
  row: Buffer,
  above: Buffer,
  { predict, step }: { predict: Predictor; step: number },
): Buffer {
  const plain = Buffer.alloc(row.length)
  for (let x = 0; x < row.length; x += 1) {
    const left = plain[x - step] ?? 0
    const corner = above[x - step] ?? 0
    plain[x] = (row[x] ?? 0) + predict(left, above[x] ?? 0, corner)
  }
  return plain
}

/** Undoes the filters of all rows; null if a filter type is unknown. */
function unfilter(raw: Buffer, { stride, step }: Rows): Buffer | null {
  const rows: Buffer[] = []
  let above: Buffer = Buffer.alloc(stride)
  for (let from = 0; from < raw.length; from += stride + 1) {
    const predict = predictors[raw[from] ?? -1]
    if (predict === undefined) return null
    above = unfilterRow(raw.subarray(from + 1, from + 1 + stride), above, { predict, step })
    rows.push(above)
  }
  return Buffer.concat(rows)
}

function pixelOf({ colour, colours, alphas }: Parts, plain: Buffer, at: number): Pixel {
  const sample = (index: number) => plain[at + index] ?? 0
  if (colour === palette) {
    const entry = 3 * sample(0)
    return [colours[entry] ?? 0, colours[entry + 1] ?? 0, colours[entry + 2] ?? 0, alphas[sample(0)] ?? 255]
  }
  if (colour === 0 || colour === 4) return [sample(0), sample(0), sample(0), colour === 4 ? sample(1) : 255]
  return [sample(0), sample(1), sample(2), colour === 6 ? sample(3) : 255]
}

function inflate(parts: Parts, bytes: number): Buffer | null {
  try {
    const raw = inflateSync(Buffer.concat(parts.packed), { maxOutputLength: bytes })
    return raw.length === bytes ? raw : null
  } catch {
    // Truncated, corrupt, or larger than the header says.
    return null
  }
}

/**
 * Reads the pixels of a PNG with 8 bits per sample, not interlaced (what a canvas writes), and at most `side_limit`
 * pixels per side; null for anything else. Source: W3C, Portable Network Graphics.
 */
export function readPng(file: Buffer, side_limit: number): Picture | null {
  const parts = file.subarray(0, head.length).equals(head) ? readChunks(file) : null
  if (parts === null) return null
  const { width, height } = parts
  if (width < 1 || height < 1 || width > side_limit || height > side_limit) return null

  const step = samples[parts.colour] ?? 0
  const stride = width * step
  const raw = inflate(parts, height * (stride + 1))
  const plain = raw === null ? null : unfilter(raw, { stride, step })
  if (plain === null) return null
  return { pixels: width * height, pixel: (index) => pixelOf(parts, plain, index * step) }
}
