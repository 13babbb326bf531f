import { z } from 'zod'
import { id, idText, instant } from '../fields.ts'
import { loanType } from '../loans/schema.ts'
import { money } from '../money.ts'
import { listQuery } from '../page.ts'

/**
 * The files of a loan: the signed contract, its NOM-151 constancia, the receipt of a payment, the statement, the no-debt
 * letter.
 */
const DOWNLOAD_KINDS = ['contract', 'constancia', 'receipt', 'statement', 'no_debt_letter'] as const
const downloadKind = z.enum(DOWNLOAD_KINDS)
export type DownloadKind = z.infer<typeof downloadKind>

/** A file in the answer of `GET /downloads`. */
export const downloadRow = z.object({
  kind: downloadKind,
  /** Id of the document, the payment, the letter or, for a statement, the loan. `kind` and `id` identify the file. */
  id,
  loan: id,
  folio: z.string(),
  type: loanType,
  /** Amount of the loan; for a receipt, of the payment. */
  amount: money,
  /** For a statement, the instant of the loan's last movement. */
  created_at: instant,
  /** True for the receipt of a reversed payment and for a void letter, which is only listed. */
  reversed: z.boolean(),
})
export type DownloadRow = z.infer<typeof downloadRow>

/** Query of `GET /downloads`. */
export const downloadQuery = listQuery(['created_at'], 20).extend({
  kind: z
    .enum(['contract', 'receipt', 'statement', 'no_debt_letter'], 'El tipo de archivo no es válido.')
    .optional(),
  /** The worker whose files are listed; the caller by default. */
  user__id: idText.optional(),
  /** Restricts the list to one loan. */
  loan__id: idText.optional(),
})
