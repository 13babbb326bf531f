import { parentPort } from 'node:worker_threads'
import { type DocumentProps, renderToBuffer } from '@react-pdf/renderer'
import type { ReactElement } from 'react'
import { receiptDocument } from '../../payments/receipt-document.ts'
import { contractDocument } from './contract-document.ts'
import { evidenceDocument } from './evidence-document.ts'
import type { RenderJob, RenderReply } from './job.ts'
import { registerFonts } from './look.ts'
import { statementDocument } from './statement-document.ts'

registerFonts()

function documentOf(job: RenderJob): ReactElement {
  switch (job.kind) {
    case 'contract':
      return contractDocument(job.payload, job.payload_sha256)
    case 'evidence':
      return evidenceDocument(job.evidence)
    case 'receipt':
      return receiptDocument(job.receipt)
    case 'statement':
      return statementDocument(job.statement)
  }
}

async function reply(id: number, job: RenderJob): Promise<RenderReply> {
  try {
    // Every document is a <Document>; createElement cannot say so.
    const bytes = await renderToBuffer(documentOf(job) as ReactElement<DocumentProps>)
    return { id, bytes: new Uint8Array(bytes) }
  } catch (error) {
    return { id, error: String(error) }
  }
}

let last = Promise.resolve()
parentPort?.on('message', ({ id, job }: { id: number; job: RenderJob }) => {
  // One after the other: the renderer keeps state between its steps.
  last = last.then(async () => parentPort?.postMessage(await reply(id, job)))
})
