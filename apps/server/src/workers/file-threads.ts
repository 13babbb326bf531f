import { Readable } from 'node:stream'
import { Worker } from 'node:worker_threads'
import type { FileAnswer, FileRequest } from './serve-files.ts'

/** A thread that finished its file waits this long for another: a start loads its modules anew. */
const idleMs = 60_000
/** Bytes that are made before the reader asks for them. */
const aheadBytes = 512 * 1024
/** A file is made in batches; a thread that needs more keeps what it should not, and ends. */
const limits = { maxOldGenerationSizeMb: 256 }

function errorOf({ error, code }: Extract<FileAnswer, { error: Error }>): Error {
  // A message between threads keeps an error's text, not its code.
  return code === undefined ? error : Object.assign(error, { code })
}

interface FileThread<Task> {
  ask: (request: FileRequest<Task>) => void
  /** Sets who gets the answers, or the error with which the thread ended. */
  listen: (onAnswer: (answer: FileAnswer) => void) => void
  end: () => void
}

function startThread<Task>(script: URL): FileThread<Task> {
  const thread = new Worker(script, { execArgv: [], resourceLimits: limits })
  let listener: (answer: FileAnswer) => void = () => undefined
  const fail = (error: unknown) =>
    listener({ error: error instanceof Error ? error : new Error(String(error)) })
  thread.on('message', (answer: FileAnswer) => listener(answer))
  thread.on('error', fail)
  thread.on('exit', (code) => fail(new Error(`the thread that made the file ended with code ${code}`)))
  thread.unref()
  return {
    ask: (request) => thread.postMessage(request),
    listen: (onAnswer) => {
      listener = onAnswer
    },
    end: () => void thread.terminate(),
  }
}

/**
 * Makes files in threads that run `script`, which calls `serveFiles`: one file a thread, and only while its reader
 * reads. The returned function resolves with a file once its first bytes are there, and rejects with an earlier error; a
 * later error destroys the file. A file that is destroyed before its end, and `signal` before its first bytes, end its
 * thread, whatever that does; a thread that finished is kept a minute for the next file.
 */
export function createFileThreads<Task>(script: URL): (task: Task, signal: AbortSignal) => Promise<Readable> {
  const idle = new Map<FileThread<Task>, NodeJS.Timeout>()

  function take(): FileThread<Task> {
    for (const [thread, timer] of idle) {
      clearTimeout(timer)
      idle.delete(thread)
      return thread
    }
    return startThread<Task>(script)
  }

  function keep(thread: FileThread<Task>) {
    const drop = () => {
      idle.delete(thread)
      thread.end()
    }
    thread.listen(drop)
    idle.set(thread, setTimeout(drop, idleMs).unref())
  }

  function readableOf(thread: FileThread<Task>, first: Extract<FileAnswer, { bytes: Uint8Array }>): Readable {
    let is_finished = false
    const file = new Readable({
      highWaterMark: aheadBytes,
      read: () => thread.ask('more'),
      destroy(error, done) {
        if (!is_finished) thread.end()
        done(error)
      },
    })
    const add = ({ bytes, is_last }: typeof first) => {
      is_finished = is_last
      if (is_last) keep(thread)
      file.push(bytes)
      if (is_last) file.push(null)
    }
    thread.listen((answer) => ('error' in answer ? file.destroy(errorOf(answer)) : add(answer)))
    // An error before somebody reads the file must not end the process; the reader finds the file destroyed.
    file.on('error', () => undefined)
    add(first)
    return file
  }

  return function openFile(task, signal) {
    signal.throwIfAborted()
    const thread = take()
    return new Promise((resolve, reject) => {
      const abort = () => {
        thread.end()
        reject(signal.reason)
      }
      signal.addEventListener('abort', abort)
      thread.listen((answer) => {
        signal.removeEventListener('abort', abort)
        if ('bytes' in answer) return resolve(readableOf(thread, answer))
        thread.end()
        reject(errorOf(answer))
      })
      thread.ask({ task })
    })
  }
}
