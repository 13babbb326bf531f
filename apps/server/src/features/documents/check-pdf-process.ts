// A process of its own that reads PDFs people sent: nothing of the server is loaded here.
import { Worker } from 'node:worker_threads'
import { getDocument, VerbosityLevel } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { readyMessage } from '../../lib/thread-runner.ts'
import type { PdfJob, PdfReply } from './check-pdf.ts'

/** Of the whole process: its heap is limited by Node, the buffers beside it are not. */
const memoryLimit_bytes = 700 * 1024 * 1024

/** Ends the process when it uses too much memory, or when the server that started it is gone, even while it reads. */
const watch = `
  const parent = process.ppid
  setInterval(() => {
    if (process.memoryUsage.rss() > ${memoryLimit_bytes} || process.ppid !== parent) process.kill(process.pid, 'SIGKILL')
  }, 20)`
new Worker(watch, { eval: true }).unref()

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

process.on('message', async (job: PdfJob) => process.send?.(await check(job)))
process.on('disconnect', () => process.exit())
process.send?.(readyMessage)
