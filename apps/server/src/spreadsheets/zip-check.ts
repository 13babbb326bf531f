import { createInflateRaw } from 'node:zlib'
import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl'

/**
 * Why a zip is refused. `not_zip`: no zip, damaged or an unknown method. `inflates`: larger than the limit once
 * inflated.
 */
export type ZipProblem = 'not_zip' | 'encrypted' | 'inflates'

/** A file inside a zip. */
export interface ZipEntry {
  name: string
  /** 0 stored, 8 deflated; from its local header, which SheetJS reads. */
  method: number
  is_encrypted: boolean
  /** Offset of its compressed bytes in the zip. */
  start: number
  /** Compressed size. */
  stored_bytes: number
  /** Inflated size: the larger of its two headers, because a reader may allocate that much memory. */
  declared_bytes: number
}

const END_BYTES = 22
const LOCATOR_BYTES = 20
const ZIP64_LOCATOR = Buffer.from('PK\u0006\u0007', 'latin1')
const STORED = 0
const DEFLATED = 8

/**
 * Whether SheetJS finds the same entries as yauzl: it reads the other of the two counts of entries, and no ZIP64
 * directory.
 */
function hasOneDirectory(bytes: Buffer, { entryCount, comment }: ZipFile): boolean {
  const end = bytes.length - END_BYTES - comment.length
  const before = bytes.subarray(Math.max(end - LOCATOR_BYTES, 0), end)
  return bytes.readUInt16LE(end + 8) === entryCount && before.indexOf(ZIP64_LOCATOR) !== 0
}

async function readEntry(zip: ZipFile, entry: Entry): Promise<ZipEntry> {
  const local = await zip.readLocalFileHeaderPromise(entry)
  return {
    name: entry.fileNameRaw.toString('utf8'),
    method: local.compressionMethod,
    is_encrypted: entry.isEncrypted(),
    start: local.fileDataStart,
    stored_bytes: entry.compressedSize,
    declared_bytes: Math.max(entry.uncompressedSize, local.uncompressedSize),
  }
}

/** Lists the entries of a zip; null when the bytes are no zip, it is cut off or has more entries than the limit. */
export async function zipEntries(bytes: Buffer, entries_limit: number): Promise<ZipEntry[] | null> {
  try {
    const zip = await fromBufferPromise(bytes, { decodeStrings: false, validateEntrySizes: false })
    if (zip.entryCount > entries_limit || !hasOneDirectory(bytes, zip)) return null
    const entries: ZipEntry[] = []
    for await (const entry of zip.eachEntry()) entries.push(await readEntry(zip, entry))
    return entries
  } catch {
    // yauzl rejects damaged headers with plain errors.
    return null
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
