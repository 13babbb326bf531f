import { crc32 } from 'node:zlib'
import type { PictureType } from '@quincena/domain/users/picture'

export interface Picture {
  type: PictureType
  bytes: Buffer
}

const startOfScan = 0xda
const adobe = 0xee
const isSegment = (marker: number) => marker >= 0xc0 && marker <= 0xfe && !(marker >= 0xd0 && marker <= 0xd9)
const isMetadata = (marker: number) => (marker >= 0xe1 && marker <= 0xef) || marker === 0xfe

/** The marker of the segment that begins there; null where none does. */
function markerAt(bytes: Buffer, at: number): number | null {
  const marker = bytes[at + 1] ?? 0
  return at + 4 <= bytes.length && bytes[at] === 0xff && isSegment(marker) ? marker : null
}

/** The pixels to the picture's end: what stands after it is no picture. */
function scanAt(bytes: Buffer, at: number): Buffer | null {
  const end = bytes.lastIndexOf(Buffer.from([0xff, 0xd9]))
  return end > at ? bytes.subarray(at, end + 2) : null
}

/** JPEG: everything but the pixels and what they need; the segments APP1 to APP15 and comments go. */
function stripJpeg(bytes: Buffer): Buffer | null {
  const kept: Buffer[] = [bytes.subarray(0, 2)]
  let at = 2
  for (let marker = markerAt(bytes, at); marker !== null; marker = markerAt(bytes, at)) {
    if (marker === startOfScan) {
      const scan = scanAt(bytes, at)
      return scan === null ? null : Buffer.concat([...kept, scan])
    }
    const next = at + 2 + bytes.readUInt16BE(at + 2)
    if (marker === adobe || !isMetadata(marker)) kept.push(bytes.subarray(at, next))
    at = next
  }
  return null
}

const pngHead = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const pngParts = new Set(['IHDR', 'PLTE', 'IDAT', 'IEND', 'tRNS', 'gAMA', 'cHRM', 'sRGB', 'sBIT'])

/** PNG: the chunks that pixels are made of, each with its check sum right. */
function stripPng(bytes: Buffer): Buffer | null {
  const kept: Buffer[] = [pngHead]
  let at = pngHead.length
  while (at + 12 <= bytes.length) {
    const end = at + 12 + bytes.readUInt32BE(at)
    if (end > bytes.length) return null
    const body = bytes.subarray(at + 4, end - 4)
    if (crc32(body) !== bytes.readUInt32BE(end - 4)) return null
    const kind = body.toString('latin1', 0, 4)
    if (pngParts.has(kind)) kept.push(bytes.subarray(at, end))
    if (kind === 'IEND') return Buffer.concat(kept)
    at = end
  }
  return null
}

const webpParts = new Set(['VP8 ', 'VP8L', 'VP8X', 'ALPH'])
/** Of VP8X: only that there is transparency; no ICC, EXIF, XMP or animation. */
const alphaFlag = 0x10

function webpChunk(chunk: Buffer, kind: string): Buffer {
  if (kind !== 'VP8X') return chunk
  const plain = Buffer.from(chunk)
  plain[8] = (plain[8] ?? 0) & alphaFlag
  return plain
}

/** WebP: one still picture. */
function stripWebp(bytes: Buffer): Buffer | null {
  const kept: Buffer[] = []
  let at = 12
  while (at + 8 <= bytes.length) {
    const size = bytes.readUInt32LE(at + 4)
    const end = at + 8 + size + (size % 2)
    if (end > bytes.length) return null
    const kind = bytes.toString('latin1', at, at + 4)
    if (webpParts.has(kind)) kept.push(webpChunk(bytes.subarray(at, end), kind))
    at = end
  }
  if (kept.length === 0) return null
  const body = Buffer.concat([Buffer.from('WEBP', 'latin1'), ...kept])
  const size = Buffer.alloc(4)
  size.writeUInt32LE(body.length)
  return Buffer.concat([Buffer.from('RIFF', 'latin1'), size, body])
}

/** The type of a file by its content, whatever it is called; null where it is none that browsers show. */
function typeOf(bytes: Buffer): PictureType | null {
  if (bytes.length > 4 && bytes.readUInt16BE(0) === 0xffd8) return 'image/jpeg'
  if (bytes.subarray(0, 8).equals(pngHead)) return 'image/png'
  const isRiff = bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP'
  return isRiff ? 'image/webp' : null
}

const strippers = { 'image/jpeg': stripJpeg, 'image/png': stripPng, 'image/webp': stripWebp } as const

/**
 * A picture with nothing in it but the picture: where it was taken (EXIF), what it was made with, and what somebody hid
 * in or after it is gone. Null where it is no JPEG, PNG or WebP, or a broken one.
 */
export function strippedPicture(bytes: Buffer): Picture | null {
  const type = typeOf(bytes)
  const stripped = type === null ? null : strippers[type](bytes)
  return type === null || stripped === null ? null : { type, bytes: stripped }
}
