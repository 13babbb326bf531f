import { createInflateRaw } from 'node:zlib'

export type ZipProblem = 'not_zip' | 'encrypted' | 'inflates'

export interface ZipEntry {
  name: string
  method: number
  is_encrypted: boolean
  /** Where its compressed bytes begin. */
  start: number
  stored_bytes: number
  /** What the headers say it yields, the larger of the two: a reader may set that much memory aside. */
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

/** One disk, and both counts of entries alike: readers differ in which of the two they believe. */
function isWhole(bytes: Buffer, end: number): boolean {
  const [disk, first, here, total] = [4, 6, 8, 10].map((offset) => bytes.readUInt16LE(end + offset))
  return disk === 0 && first === 0 && here === total
}

/** The entries of a zip by its central directory; null where it is none, or breaks off. */
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
    // Reading outside the file.
    if (error instanceof RangeError) return null
    throw error
  }
}

/** How much an entry really yields, whatever its headers say; stops at the limit. */
async function inflatedBytes(bytes: Buffer, entry: ZipEntry, limit_bytes: number): Promise<number> {
  if (entry.method === STORED) return Math.min(entry.stored_bytes, bytes.length)
  const inflate = createInflateRaw()
  // To the end of the file: the stream says itself where it ends.
  inflate.end(bytes.subarray(entry.start))
  let total = 0
  for await (const chunk of inflate) {
    total += chunk.length
    if (total > limit_bytes) break
  }
  return total
}

/** Counts what a zip would take once inflated before anybody inflates it; null: within the limit, and sound. */
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
      // zlib's: the stream is not what it says.
      if (error instanceof Error && 'code' in error) return 'not_zip'
      throw error
    }
    if (total > limit_bytes) return 'inflates'
  }
  return null
}
