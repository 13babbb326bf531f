import { AppError } from '../command/errors.ts'
import { readPngChunks } from './png.ts'
import { type Picture, segmentAt, strippedPicture } from './strip-metadata.ts'

const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)

/** Pixels that each frame header of a JPEG announces. */
function* jpegFrames(bytes: Buffer): Generator<number> {
  let at = 2
  for (let segment = segmentAt(bytes, at); segment !== null; segment = segmentAt(bytes, at)) {
    if (isFrame(segment.marker) && segment.length >= 7)
      yield bytes.readUInt16BE(at + 5) * bytes.readUInt16BE(at + 7)
    at = segment.end
  }
}

/** Pixels that each header of a PNG announces. */
function* pngFrames(bytes: Buffer): Generator<number> {
  for (const { kind, data } of readPngChunks(bytes) ?? [])
    if (kind === 'IHDR' && data.length >= 8) yield data.readUInt32BE(0) * data.readUInt32BE(4)
}

const low14 = (value: number) => value & 0x3fff

/** Pixels that each chunk of a WebP announces: its canvas, or its only frame, lossy or lossless. */
function* webpFrames(bytes: Buffer): Generator<number> {
  for (let at = 12; at + 18 <= bytes.length; ) {
    const [kind, size, data] = [bytes.toString('latin1', at, at + 4), bytes.readUInt32LE(at + 4), at + 8]
    if (kind === 'VP8X') yield (bytes.readUIntLE(data + 4, 3) + 1) * (bytes.readUIntLE(data + 7, 3) + 1)
    if (kind === 'VP8 ') yield low14(bytes.readUInt16LE(data + 6)) * low14(bytes.readUInt16LE(data + 8))
    if (kind === 'VP8L') {
      const packed = bytes.readUInt32LE(data + 1)
      yield (low14(packed) + 1) * (low14(packed >>> 14) + 1)
    }
    at = data + size + (size % 2)
  }
}

const frames = { 'image/jpeg': jpegFrames, 'image/png': pngFrames, 'image/webp': webpFrames } as const

/**
 * The pixels of a stripped picture, by its headers; nothing is decoded. Of several headers the largest counts: readers
 * choose differently.
 */
function pixelsOf({ type, bytes }: Picture): number {
  return [...frames[type](bytes)].reduce((most, pixels) => Math.max(most, pixels), 0)
}

/** A browser decodes a picture whole, at four bytes per pixel. Phones take pictures of up to 50 million pixels. */
const pixelLimit = 50_000_000

/**
 * Strips a picture to its pixels, as `strippedPicture`. Throws `picture.oversized` (422, at `file`) for more than 50
 * million pixels, which a file of a kilobyte can announce.
 */
export function readPicture(file: Buffer): Picture | null {
  const picture = strippedPicture(file)
  if (picture !== null && pixelsOf(picture) > pixelLimit)
    throw new AppError('picture.oversized', 422, { fields: { file: 'picture.oversized' } })
  return picture
}
