import { z } from 'zod'
import { bankDataProblems } from './rules.ts'

/** A worker's receiving account alone: what staff correct when the bank sent the money back (backoffice §5). */
export const accountForm = z
  .object({
    bank: z.string().trim(),
    debit_card_number: z.string().trim(),
    bank_account_number: z.string().trim(),
  })
  .superRefine((form, context) => {
    for (const { path, message } of bankDataProblems(form))
      context.addIssue({ code: 'custom', message, path: [path] })
  })
export type AccountForm = z.infer<typeof accountForm>
