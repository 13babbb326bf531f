import { networkError } from './api-error.ts'

const namePattern = /filename="([^"]+)"/

/** The file name in Content-Disposition, or `fallback`. */
export function fileName(response: Response, fallback: string): string {
  return namePattern.exec(response.headers.get('Content-Disposition') ?? '')?.[1] ?? fallback
}

async function nextPart(reader: ReadableStreamDefaultReader<Uint8Array<ArrayBuffer>>, signal: AbortSignal) {
  try {
    return await reader.read()
  } catch (error) {
    if (signal.aborted) throw error
    throw networkError() // the connection broke: half a file is an error
  }
}

/** Reads a body as a Blob and reports the bytes received so far. Throws `network` when the connection breaks. */
export async function readBody(
  response: Response,
  { signal, onBytes }: { signal: AbortSignal; onBytes: (bytes: number) => void },
): Promise<Blob> {
  const parts: Uint8Array<ArrayBuffer>[] = []
  const reader = response.body?.getReader()
  let bytes = 0
  for (;;) {
    const part = await (reader && nextPart(reader, signal))
    if (part === undefined || part.done) break
    parts.push(part.value)
    bytes += part.value.byteLength
    onBytes(bytes)
  }
  return new Blob(parts, { type: response.headers.get('Content-Type') ?? '' })
}
