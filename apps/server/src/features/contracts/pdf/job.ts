import type { ContractPayload } from '@quincena/domain/contracts/schema'
import type { Receipt } from '../../payments/receipt-document.ts'
import type { Evidence } from './evidence-document.ts'
import type { Statement } from './statement-document.ts'

/** A message to the rendering thread: the kind of document and its data. */
export type RenderJob =
  | { kind: 'contract'; payload: ContractPayload; payload_sha256: string }
  | { kind: 'evidence'; evidence: Evidence }
  | { kind: 'receipt'; receipt: Receipt }
  | { kind: 'statement'; statement: Statement }

export type RenderReply = { bytes: Uint8Array } | { error: string }
