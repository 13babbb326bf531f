// The thread that renders PDFs. It knows every document, so it stands beside main.ts and app.ts.
import { parentPort } from 'node:worker_threads'
import { type DocumentProps, renderToBuffer } from '@react-pdf/renderer'
import type { ReactElement } from 'react'
import { contractDocument } from './lending/contracts/pdf/contract-document.ts'
import { evidenceDocument } from './lending/contracts/pdf/evidence-document.ts'
import { interestCertificateDocument } from './lending/letters/pdf/interest-certificate-document.ts'
import { noDebtLetterDocument } from './lending/letters/pdf/no-debt-letter-document.ts'
import { receiptDocument } from './lending/payments/pdf/receipt-document.ts'
import { payoutReceiptDocument } from './lending/payouts/pdf/payout-receipt-document.ts'
import { periodStatementDocument } from './office/downloads/pdf/period-statement-document.ts'
import { statementDocument } from './office/downloads/pdf/statement-document.ts'
import { withBrand } from './pdf/brand.ts'
import type { PdfDocuments, RenderJob, RenderReply } from './pdf/job.ts'
import { registerFonts } from './pdf/look.ts'
import { readyMessage } from './workers/thread-runner.ts'

registerFonts()

const documents: { [Kind in keyof PdfDocuments]: (data: PdfDocuments[Kind]) => ReactElement } = {
  contract: contractDocument,
  contract_preview: contractDocument,
  evidence: evidenceDocument,
  interest_certificate: interestCertificateDocument,
  no_debt_letter: noDebtLetterDocument,
  payout_receipt: payoutReceiptDocument,
  period_statement: periodStatementDocument,
  receipt: receiptDocument,
  statement: statementDocument,
}

const build = <Kind extends keyof PdfDocuments>({ kind, data }: { kind: Kind; data: PdfDocuments[Kind] }) =>
  documents[kind](data)

async function reply(job: RenderJob): Promise<RenderReply> {
  try {
    // Every document is a <Document>; the type of createElement does not express it.
    const bytes = await renderToBuffer(withBrand(build(job), job.brand) as ReactElement<DocumentProps>)
    return { bytes: new Uint8Array(bytes) }
  } catch (error) {
    return { error: String(error) }
  }
}

// The queue sends the next job only after this reply: the renderer keeps state between its steps.
parentPort?.on('message', async (job: RenderJob) => parentPort?.postMessage(await reply(job)))
parentPort?.postMessage(readyMessage)
