import type { ContractPayload } from '@quincena/domain/contracts/schema'
import type { Evidence } from '../lending/contracts/pdf/evidence-document.ts'
import type { Receipt } from '../lending/payments/pdf/receipt-document.ts'
import type { Statement } from '../office/downloads/pdf/statement-document.ts'

/** A message to the rendering thread: the kind of document and its data. */
export type RenderJob =
  | { kind: 'contract'; payload: ContractPayload; payload_sha256: string }
  | { kind: 'evidence'; evidence: Evidence }
  | { kind: 'receipt'; receipt: Receipt }
  | { kind: 'statement'; statement: Statement }

export type RenderReply = { bytes: Uint8Array } | { error: string }
