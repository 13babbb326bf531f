// Separate process that reads PDFs from users; it loads nothing of the server.
import { Worker } from 'node:worker_threads'
import { getDocument, type PDFDocumentProxy, VerbosityLevel } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { readyMessage } from '../workers/thread-runner.ts'
import { findRefusedContent } from './active-content.ts'
import type { PdfJob, PdfReply } from './check-pdf.ts'

/** Limit of the whole process: Node limits only its heap, not its buffers. */
const memoryLimit_bytes = 700 * 1024 * 1024

/** Processor time for one file. Wall time would refuse good files on a busy machine. */
const cpuLimit_ms = 5_000

/**
 * Kills the process if it uses too much memory, if one file takes too much processor time, or if the server that
 * started it has ended. It runs in its own thread, so it also works while a file is read.
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

/** True if pdf.js finds a script or an attached file: it reads some files that the other library reads differently. */
async function hasActiveContent(document: PDFDocumentProxy): Promise<boolean> {
  const [hasScripts, attachments] = [await document.hasJSActions(), await document.getAttachments()]
  return hasScripts || attachments !== null
}

async function check({ bytes }: PdfJob): Promise<PdfReply> {
  const task = getDocument({
    // pdf.js refuses a Buffer.
    data: new Uint8Array(bytes),
    verbosity: VerbosityLevel.ERRORS,
    enableXfa: false,
    disableFontFace: true,
    useSystemFonts: false,
  })
  try {
    const document = await task.promise
    await document.getPage(1)
    if (await hasActiveContent(document)) return 'active'
    return (await findRefusedContent(bytes)) ?? 'readable'
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
