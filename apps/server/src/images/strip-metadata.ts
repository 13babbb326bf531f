import type { PictureType } from '@quincena/domain/users/picture'
import { pngSignature, readPngChunks } from './png.ts'

export interface Picture {
  type: PictureType
  bytes: Buffer
}

const startOfScan = 0xda
const endOfImage = 0xd9
const isRestart = (marker: number) => marker >= 0xd0 && marker <= 0xd7
const isSegment = (marker: number) =>
  marker >= 0xc0 && marker <= 0xfe && !isRestart(marker) && marker !== 0xd8 && marker !== endOfImage

/** Application segments that are needed to read the colours, with the longest length accepted: JFIF and Adobe. */
const longestNeeded = new Map([
  [0xe0, 16],
  [0xee, 14],
])
const isNeeded = (marker: number, length: number) =>
  marker < 0xe0 || length <= (longestNeeded.get(marker) ?? 0)

interface Segment {
  marker: number
  /** The length in its header, which counts the length field itself. */
  length: number
  end: number
}

/** The offset where a scan's pixels end: the first marker that is not part of them; null if there is none. */
function findPixelEnd(bytes: Buffer, from: number): number | null {
  for (let at = bytes.indexOf(0xff, from); at !== -1; at = bytes.indexOf(0xff, at + 1)) {
    const marker = bytes[at + 1]
    if (marker === undefined) return null
    if (marker !== 0 && marker !== 0xff && !isRestart(marker)) return at
  }
  return null
}

/** The segment of a JPEG at this offset, with a scan's pixels; null if there is none. */
export function segmentAt(bytes: Buffer, at: number): Segment | null {
  const marker = bytes[at + 1] ?? 0
  if (at + 4 > bytes.length || bytes[at] !== 0xff || !isSegment(marker)) return null
  const length = bytes.readUInt16BE(at + 2)
  if (length < 2) return null
  const next = at + 2 + length
  const end = marker === startOfScan ? findPixelEnd(bytes, next) : next
  return end === null ? null : { marker, length, end }
}

/**
 * Keeps the pixels of a JPEG and what they need, up to the first end of image. Phones append a second image with its
 * own data, and progressive images may have metadata between their scans.
 */
function stripJpeg(bytes: Buffer): Buffer | null {
  const parts: Buffer[] = [bytes.subarray(0, 2)]
  let hasPixels = false
  let at = 2
  for (let segment = segmentAt(bytes, at); segment !== null; segment = segmentAt(bytes, at)) {
    const { marker, length, end } = segment
    if (isNeeded(marker, length)) parts.push(bytes.subarray(at, end))
    hasPixels ||= marker === startOfScan
    at = end
  }
  const isWhole = hasPixels && bytes[at] === 0xff && bytes[at + 1] === endOfImage
  return isWhole ? Buffer.concat([...parts, bytes.subarray(at, at + 2)]) : null
}

const pngParts = new Set(['IHDR', 'PLTE', 'IDAT', 'IEND', 'tRNS', 'gAMA', 'cHRM', 'sRGB', 'sBIT'])

/** Keeps the chunks of a PNG that its pixels need. */
function stripPng(file: Buffer): Buffer | null {
  const chunks = readPngChunks(file)?.filter(({ kind }) => pngParts.has(kind))
  return chunks === undefined ? null : Buffer.concat([pngSignature, ...chunks.map(({ bytes }) => bytes)])
}

const webpParts = new Set(['VP8 ', 'VP8L', 'VP8X', 'ALPH'])
/** The only flag of VP8X that is kept: transparency. ICC, EXIF, XMP and animation are removed. */
const alphaFlag = 0x10

function webpChunk(chunk: Buffer, kind: string): Buffer {
  if (kind !== 'VP8X') return chunk
  const plain = Buffer.from(chunk)
  plain[8] = (plain[8] ?? 0) & alphaFlag
  return plain
}

/** Keeps the chunks of a still WebP picture. */
function stripWebp(bytes: Buffer): Buffer | null {
  const parts: Buffer[] = []
  let at = 12
  while (at + 8 <= bytes.length) {
    const size = bytes.readUInt32LE(at + 4)
    const end = at + 8 + size + (size % 2)
    if (end > bytes.length) return null
    const kind = bytes.toString('latin1', at, at + 4)
    if (webpParts.has(kind)) parts.push(webpChunk(bytes.subarray(at, end), kind))
    at = end
  }
  if (parts.length === 0) return null
  const body = Buffer.concat([Buffer.from('WEBP', 'latin1'), ...parts])
  const size = Buffer.alloc(4)
  size.writeUInt32LE(body.length)
  return Buffer.concat([Buffer.from('RIFF', 'latin1'), size, body])
}

/** The picture type by the content, not the name; null if it is not JPEG, PNG or WebP. */
function typeOf(bytes: Buffer): PictureType | null {
  if (bytes.length > 4 && bytes.readUInt16BE(0) === 0xffd8) return 'image/jpeg'
  if (bytes.subarray(0, 8).equals(pngSignature)) return 'image/png'
  const isRiff = bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP'
  return isRiff ? 'image/webp' : null
}

const strippers = { 'image/jpeg': stripJpeg, 'image/png': stripPng, 'image/webp': stripWebp } as const

/**
 * Strips a picture to its pixels: removes the place (EXIF), the software, and data hidden in or after it. Null if it is
 * not a JPEG, PNG or WebP, or is damaged.
 */
export function strippedPicture(bytes: Buffer): Picture | null {
  const type = typeOf(bytes)
  const stripped = type === null ? null : strippers[type](bytes)
  return type === null || stripped === null ? null : { type, bytes: stripped }
}
