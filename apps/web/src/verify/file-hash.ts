/** Far above the size of any contract, and small enough for the memory of a phone. */
export const FILE_LIMIT_BYTES = 20 * 1024 * 1024

/** Why a file was not verified; `unreadable`: the browser could not read it. */
export type FileProblem = 'type' | 'size' | 'many' | 'unreadable'

/** The chosen file cannot be verified. */
export class FileError extends Error {
  override readonly name = 'FileError'
  readonly problem: FileProblem

  constructor(problem: FileProblem) {
    super(problem)
    this.problem = problem
  }
}

/** Whether the browser computes hashes: not over plain HTTP, nor in very old browsers. */
export const canHash = () => globalThis.crypto?.subtle !== undefined

const isPdf = (bytes: Uint8Array) => String.fromCharCode(...bytes.subarray(0, 5)) === '%PDF-'

async function readBytes(file: Blob): Promise<Uint8Array<ArrayBuffer>> {
  try {
    return new Uint8Array(await file.arrayBuffer())
  } catch {
    throw new FileError('unreadable')
  }
}

/** The SHA-256 of a PDF, hex, computed in this browser. Throws `FileError` for a file that is no PDF or too large. */
export async function hashOfPdf(file: Blob): Promise<string> {
  if (file.size > FILE_LIMIT_BYTES) throw new FileError('size')
  const bytes = await readBytes(file)
  if (!isPdf(bytes)) throw new FileError('type')
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
