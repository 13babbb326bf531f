import { setPriority } from 'node:os'
import { type MessagePort, parentPort } from 'node:worker_threads'

/** A task, or the wish for the next bytes of its file. */
export type FileRequest<Task> = { task: Task } | 'more'
/** The next bytes of a file, or why there are none. */
export type FileAnswer = { bytes: Uint8Array; is_last: boolean } | { error: Error; code?: string | undefined }

/** Bytes of an answer: fewer would cost more messages, more would need more memory. */
const answerBytes = 128 * 1024

const encoder = new TextEncoder()
const bytesOf = (chunk: Uint8Array | string) => (typeof chunk === 'string' ? encoder.encode(chunk) : chunk)

function joined(chunks: readonly Uint8Array[], length: number): Uint8Array {
  const bytes = new Uint8Array(length)
  let at = 0
  for (const chunk of chunks) {
    bytes.set(chunk, at)
    at += chunk.length
  }
  return bytes
}

async function nextBytes(file: AsyncIterator<Uint8Array | string>): Promise<FileAnswer> {
  const chunks: Uint8Array[] = []
  let length = 0
  while (length < answerBytes) {
    const { done, value } = await file.next()
    if (done === true) return { bytes: joined(chunks, length), is_last: true }
    const bytes = bytesOf(value)
    chunks.push(bytes)
    length += bytes.length
  }
  return { bytes: joined(chunks, length), is_last: false }
}

function failed(cause: unknown): FileAnswer {
  const error = cause instanceof Error ? cause : new Error(String(cause))
  return { error, code: 'code' in error ? String(error.code) : undefined }
}

function post(port: MessagePort, answer: FileAnswer) {
  if ('bytes' in answer && answer.bytes.buffer instanceof ArrayBuffer)
    port.postMessage(answer, [answer.bytes.buffer])
  else port.postMessage(answer)
}

/**
 * The thread's side of `createFileThreads`: makes the file of a task, as many bytes as its reader asks for. On Linux a
 * thread has its own priority: requests go first.
 */
export function serveFiles<Task>(makeFile: (task: Task) => AsyncIterable<Uint8Array | string>): void {
  if (process.platform === 'linux') setPriority(10)
  const port = parentPort
  if (port === null) throw new Error('this script runs in a thread only')
  let file: AsyncIterator<Uint8Array | string> | undefined
  port.on('message', async (request: FileRequest<Task>) => {
    try {
      if (request !== 'more') file = makeFile(request.task)[Symbol.asyncIterator]()
      if (file === undefined) throw new Error('no file was begun')
      post(port, await nextBytes(file))
    } catch (error) {
      post(port, failed(error))
    }
  })
}
