import { z } from 'zod'
import { bankDataProblems } from './rules.ts'

/**
 * Form with which staff correct a worker's receiving account after a returned payout (specification: backoffice §5).
 */
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
