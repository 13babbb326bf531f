import { readPngChunks } from './png.ts'
import { type Picture, segmentAt } from './strip-metadata.ts'

const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)

/** Width and height in pixels. */
interface Sides {
  width: number
  height: number
}

/** The sides that each frame header of a JPEG announces. A height of 0 is written after the pixels, so it is not known. */
function* jpegSides(bytes: Buffer): Generator<Sides> {
  let at = 2
  for (let segment = segmentAt(bytes, at); segment !== null; segment = segmentAt(bytes, at)) {
    if (isFrame(segment.marker) && segment.length >= 7 && at + 9 <= bytes.length)
      yield { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) }
    at = segment.end
  }
}

/** Pixels that each frame header of a JPEG announces. */
export function* jpegFrames(bytes: Buffer): Generator<number> {
  for (const { width, height } of jpegSides(bytes)) yield width * height
}

/** The sides that each header of a PNG announces. */
function* pngSides(bytes: Buffer): Generator<Sides> {
  for (const { kind, data } of readPngChunks(bytes) ?? [])
    if (kind === 'IHDR' && data.length >= 8)
      yield { width: data.readUInt32BE(0), height: data.readUInt32BE(4) }
}

/** Pixels that each header of a PNG announces. */
function* pngFrames(bytes: Buffer): Generator<number> {
  for (const { width, height } of pngSides(bytes)) yield width * height
}

const low14 = (value: number) => value & 0x3fff

/** Bytes of data that hold the size, by the kind of the chunk of a WebP. */
const sizeHeaders = { VP8X: 10, 'VP8 ': 10, VP8L: 5 } as const

/** Pixels of a chunk of a WebP whose data begins at `data`: of its canvas, or of its only frame, lossy or lossless. */
function webpPixels(bytes: Buffer, kind: keyof typeof sizeHeaders, data: number): number {
  if (kind === 'VP8X') return (bytes.readUIntLE(data + 4, 3) + 1) * (bytes.readUIntLE(data + 7, 3) + 1)
  if (kind === 'VP8 ') return low14(bytes.readUInt16LE(data + 6)) * low14(bytes.readUInt16LE(data + 8))
  const packed = bytes.readUInt32LE(data + 1)
  return (low14(packed) + 1) * (low14(packed >>> 14) + 1)
}

const hasSize = (kind: string): kind is keyof typeof sizeHeaders => kind in sizeHeaders

/** Pixels that each chunk of a WebP announces; a chunk too short for its size has none. */
function* webpFrames(bytes: Buffer): Generator<number> {
  for (let at = 12; at + 8 <= bytes.length; ) {
    const [kind, size, data] = [bytes.toString('latin1', at, at + 4), bytes.readUInt32LE(at + 4), at + 8]
    if (hasSize(kind)) yield data + sizeHeaders[kind] <= bytes.length ? webpPixels(bytes, kind, data) : 0
    at = data + size + (size % 2)
  }
}

const frames = { 'image/jpeg': jpegFrames, 'image/png': pngFrames, 'image/webp': webpFrames } as const

/** The pixels that each header of a picture announces; nothing is decoded. */
export function headerPixels({ type, bytes }: Picture): number[] {
  return [...frames[type](bytes)]
}

/** The sides that each header of a PNG or JPEG announces; nothing is decoded. */
export function headerSides({ type, bytes }: { type: 'image/jpeg' | 'image/png'; bytes: Buffer }): Sides[] {
  return [...(type === 'image/png' ? pngSides(bytes) : jpegSides(bytes))]
}
