import { parentPort } from 'node:worker_threads'
import { type DocumentProps, renderToBuffer } from '@react-pdf/renderer'
import type { ReactElement } from 'react'
import { contractDocument } from '../lending/contracts/pdf/contract-document.ts'
import { evidenceDocument } from '../lending/contracts/pdf/evidence-document.ts'
import { receiptDocument } from '../lending/payments/pdf/receipt-document.ts'
import { statementDocument } from '../office/downloads/pdf/statement-document.ts'
import { readyMessage } from '../workers/thread-runner.ts'
import type { RenderJob, RenderReply } from './job.ts'
import { registerFonts } from './look.ts'

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

async function reply(job: RenderJob): Promise<RenderReply> {
  try {
    // Every document is a <Document>; the type of createElement does not express it.
    const bytes = await renderToBuffer(documentOf(job) as ReactElement<DocumentProps>)
    return { bytes: new Uint8Array(bytes) }
  } catch (error) {
    return { error: String(error) }
  }
}

// The queue sends the next job only after this reply: the renderer keeps state between its steps.
parentPort?.on('message', async (job: RenderJob) => parentPort?.postMessage(await reply(job)))
parentPort?.postMessage(readyMessage)
