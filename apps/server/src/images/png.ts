import { crc32, inflateSync } from 'node:zlib'
import { type DecodedPng, decode } from 'fast-png'

/** The first eight bytes of every PNG. */
export const pngSignature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

/** A chunk of a PNG. `bytes` is the whole chunk: length, kind, data and checksum. */
interface PngChunk {
  kind: string
  data: Buffer
  bytes: Buffer
}

/** Reads the chunks of a PNG up to its end (IEND); null if it is cut off or a checksum is wrong. */
export function readPngChunks(file: Buffer): PngChunk[] | null {
  if (!file.subarray(0, pngSignature.length).equals(pngSignature)) return null
  const chunks: PngChunk[] = []
  let at = pngSignature.length
  while (at + 12 <= file.length) {
    const end = at + 12 + file.readUInt32BE(at)
    if (end > file.length || crc32(file.subarray(at + 4, end - 4)) !== file.readUInt32BE(end - 4)) return null
    const kind = file.toString('latin1', at + 4, at + 8)
    chunks.push({ kind, data: file.subarray(at + 8, end - 4), bytes: file.subarray(at, end) })
    if (kind === 'IEND') return chunks
    at = end
  }
  return null
}

const palette = 3
/** Samples per pixel of each colour type: gray, RGB, palette, gray with alpha, RGBA. */
const samples: Record<number, number> = { 0: 1, 2: 3, [palette]: 1, 4: 2, 6: 4 }

/** Bytes that the pixels take once inflated; null if the header is not what a canvas writes or a side is too long. */
function inflatedBytes({ kind, data }: PngChunk, side_limit: number): number | null {
  const { 8: depth, 9: colour = -1, 12: interlace } = data
  const step = samples[colour]
  if (kind !== 'IHDR' || data.length !== 13 || depth !== 8 || interlace !== 0 || step === undefined)
    return null
  const [width, height] = [data.readUInt32BE(0), data.readUInt32BE(4)]
  if (width < 1 || height < 1 || width > side_limit || height > side_limit) return null
  return height * (width * step + 1)
}

function hasInflatedBytes(pixels: readonly PngChunk[], bytes: number): boolean {
  const packed = Buffer.concat(pixels.map(({ data }) => data))
  return inflateSync(packed, { maxOutputLength: bytes }).length === bytes
}

/**
 * Decodes a PNG with 8 bits per sample, not interlaced (what a canvas writes), and at most `side_limit` pixels per side;
 * null for anything else. fast-png limits neither what it inflates nor what a second header or a colour profile makes it
 * allocate, so it reads only the needed chunks, after their inflated size was found to be the one in the only header.
 */
export function decodePng(file: Buffer, side_limit: number): DecodedPng | null {
  const [header, ...others] = readPngChunks(file) ?? []
  const bytes = header === undefined ? null : inflatedBytes(header, side_limit)
  if (header === undefined || bytes === null || others.some(({ kind }) => kind === 'IHDR')) return null
  const colours = header.data[9] === palette ? ['PLTE', 'tRNS'] : []
  const pixels = others.filter(({ kind }) => kind === 'IDAT')
  const needed = [header, ...others.filter(({ kind }) => [...colours, 'IDAT', 'IEND'].includes(kind))]
  try {
    if (!hasInflatedBytes(pixels, bytes)) return null
    return decode(Buffer.concat([pngSignature, ...needed.map((chunk) => chunk.bytes)]))
  } catch {
    // Both zlib and fast-png throw on data that is damaged, or larger than the header says.
    return null
  }
}
