import { z } from 'zod'
import { id, idText, instant } from '../fields.ts'
import { loanType } from '../loans/schema.ts'
import { money } from '../money.ts'
import { listQuery } from '../page.ts'

/** What a worker may save of a loan: its signed contract, that one's constancia, a payment's receipt, its statement. */
const DOWNLOAD_KINDS = ['contract', 'constancia', 'receipt', 'statement'] as const
const downloadKind = z.enum(DOWNLOAD_KINDS)
export type DownloadKind = z.infer<typeof downloadKind>

/** One file of `GET /downloads`. */
export const downloadRow = z.object({
  kind: downloadKind,
  /** Of the document, the payment or (for a statement) the loan: with `kind` it names the file. */
  id,
  loan: id,
  folio: z.string(),
  type: loanType,
  /** What the loan was of; of a receipt, what was paid. */
  amount: money,
  /** Of a statement: when the account last moved. */
  created_at: instant,
  /** True of the receipt of a payment that was taken back. */
  reversed: z.boolean(),
})
export type DownloadRow = z.infer<typeof downloadRow>

export const downloadQuery = listQuery(['created_at'], 20).extend({
  kind: z.enum(['contract', 'receipt', 'statement'], 'El tipo de archivo no es válido.').optional(),
  /** Whose; the caller's own where it is not given. */
  user__id: idText.optional(),
  /** Those of one loan. */
  loan__id: idText.optional(),
})
