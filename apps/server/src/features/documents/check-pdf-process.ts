// A process of its own that reads PDFs people sent: nothing of the server is loaded here.
import { Worker } from 'node:worker_threads'
import { getDocument, VerbosityLevel } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { readyMessage } from '../../lib/thread-runner.ts'
import type { PdfJob, PdfReply } from './check-pdf.ts'

/** Of the whole process: its heap is limited by Node, the buffers beside it are not. */
const memoryLimit_bytes = 700 * 1024 * 1024

/** Of processor time for one file: on a busy machine a good file takes long, but not much of it. */
const cpuLimit_ms = 5_000

/**
 * Ends the process when it uses too much memory, when one file takes too much processor time, or when the server that
 * started it is gone, even while it reads.
 */
const watch = `
  const { parentPort } = require('node:worker_threads')
  const parent = process.ppid
  let began
  parentPort.on('message', (is_reading) => { began = is_reading ? process.cpuUsage() : undefined })
  function isTooMuch() {
    if (began === undefined) return false
    const { user, system } = process.cpuUsage(began)
    return user + system > ${cpuLimit_ms} * 1000
  }
  setInterval(() => {
    if (process.memoryUsage.rss() > ${memoryLimit_bytes} || process.ppid !== parent || isTooMuch())
      process.kill(process.pid, 'SIGKILL')
  }, 20)`
const watcher = new Worker(watch, { eval: true })
watcher.unref()

async function check({ bytes }: PdfJob): Promise<PdfReply> {
  const task = getDocument({
    // A Buffer would be refused.
    data: new Uint8Array(bytes),
    verbosity: VerbosityLevel.ERRORS,
    enableXfa: false,
    disableFontFace: true,
    useSystemFonts: false,
  })
  try {
    await (await task.promise).getPage(1)
    return 'readable'
  } catch (error) {
    return error instanceof Error && error.name === 'PasswordException' ? 'locked' : 'unreadable'
  } finally {
    await task.destroy()
  }
}

process.on('message', async (job: PdfJob) => {
  watcher.postMessage(true)
  const reply = await check(job)
  watcher.postMessage(false)
  process.send?.(reply)
})
process.on('disconnect', () => process.exit())
process.send?.(readyMessage)
