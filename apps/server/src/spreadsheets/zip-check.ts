import { createInflateRaw } from 'node:zlib'

/**
 * Why a zip is refused. `not_zip`: no zip, damaged or an unknown method. `inflates`: larger than the limit once
 * inflated.
 */
export type ZipProblem = 'not_zip' | 'encrypted' | 'inflates'

/** A file inside a zip. */
export interface ZipEntry {
  name: string
  /** 0 stored, 8 deflated. */
  method: number
  is_encrypted: boolean
  /** Offset of its compressed bytes in the zip. */
  start: number
  /** Compressed size. */
  stored_bytes: number
  /** Inflated size: the larger of its two headers, because a reader may allocate that much memory. */
  declared_bytes: number
}

const END = Buffer.from('PK\u0005\u0006', 'latin1')
const END_BYTES = 22
const HEAD_BYTES = 46
const LOCAL_HEAD_BYTES = 30
const CENTRAL = 0x02014b50
const LOCAL = 0x04034b50
const STORED = 0
const DEFLATED = 8

function entryAt(bytes: Buffer, at: number): ZipEntry & { next: number } {
  if (bytes.readUInt32LE(at) !== CENTRAL) throw new RangeError('no entry')
  const name_bytes = bytes.readUInt16LE(at + 28)
  const local = bytes.readUInt32LE(at + 42)
  if (bytes.readUInt32LE(local) !== LOCAL) throw new RangeError('no local header')
  const start = local + LOCAL_HEAD_BYTES + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28)
  return {
    name: bytes.toString('utf8', at + HEAD_BYTES, at + HEAD_BYTES + name_bytes),
    method: bytes.readUInt16LE(local + 8),
    is_encrypted: (bytes.readUInt16LE(at + 8) & 1) === 1,
    start,
    stored_bytes: bytes.readUInt32LE(at + 20),
    declared_bytes: Math.max(bytes.readUInt32LE(at + 24), bytes.readUInt32LE(local + 22)),
    next: at + HEAD_BYTES + name_bytes + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32),
  }
}

/** Whether the zip is on one disk and its two counts of entries agree. Readers differ in which count they use. */
function isWhole(bytes: Buffer, end: number): boolean {
  const [disk, first, here, total] = [4, 6, 8, 10].map((offset) => bytes.readUInt16LE(end + offset))
  return disk === 0 && first === 0 && here === total
}

/** Lists the entries in a zip's central directory; null when the bytes are no zip or it is cut off. */
export function zipEntries(bytes: Buffer): ZipEntry[] | null {
  const end = bytes.lastIndexOf(END)
  if (end < 0 || end + END_BYTES > bytes.length || !isWhole(bytes, end)) return null
  try {
    const entries: ZipEntry[] = []
    let at = bytes.readUInt32LE(end + 16)
    for (let left = bytes.readUInt16LE(end + 10); left > 0; left -= 1) {
      const { next, ...entry } = entryAt(bytes, at)
      entries.push(entry)
      at = next
    }
    return entries
  } catch (error) {
    // A header points outside the file.
    if (error instanceof RangeError) return null
    throw error
  }
}

/** Inflates an entry and counts its real bytes, whatever its headers say. Stops once the count passes the limit. */
async function inflatedBytes(bytes: Buffer, entry: ZipEntry, limit_bytes: number): Promise<number> {
  if (entry.method === STORED) return Math.min(entry.stored_bytes, bytes.length)
  const inflate = createInflateRaw()
  // The rest of the file: the deflate stream marks its own end.
  inflate.end(bytes.subarray(entry.start))
  let total = 0
  for await (const chunk of inflate) {
    total += chunk.length
    if (total > limit_bytes) break
  }
  return total
}

/**
 * Checks that a zip is sound and that all its entries together inflate to at most `limit_bytes`, before another library
 * inflates it into memory. Null: no problem.
 */
export async function zipProblem(
  bytes: Buffer,
  entries: readonly ZipEntry[],
  limit_bytes: number,
): Promise<ZipProblem | null> {
  if (entries.some(({ is_encrypted }) => is_encrypted)) return 'encrypted'
  if (entries.some(({ method }) => method !== STORED && method !== DEFLATED)) return 'not_zip'
  if (entries.reduce((sum, { declared_bytes }) => sum + declared_bytes, 0) > limit_bytes) return 'inflates'
  let total = 0
  for (const entry of entries) {
    try {
      total += await inflatedBytes(bytes, entry, limit_bytes - total)
    } catch (error) {
      // zlib errors carry a code: the compressed data is damaged.
      if (error instanceof Error && 'code' in error) return 'not_zip'
      throw error
    }
    if (total > limit_bytes) return 'inflates'
  }
  return null
}
