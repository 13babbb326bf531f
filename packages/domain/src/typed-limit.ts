import { z } from 'zod'
import { readAmountText } from './bank-statements/amount.ts'

export const NEGATIVE_LIMIT = 'El límite no puede ser negativo'

/** A limit as an admin types it, in any usual spelling of an amount; decodes to centavos. `whenEmpty` says what 0 does. */
export const typedLimit = (whenEmpty: string) =>
  z.string().transform((text, { addIssue }) => {
    const issueOf = (message: string) => {
      addIssue({ code: 'custom', message })
      return z.NEVER
    }
    if (text.trim() === '') return issueOf(whenEmpty)
    const amount = readAmountText(text)
    if ('problem' in amount) return issueOf(amount.problem)
    return amount.cents < 0 ? issueOf(NEGATIVE_LIMIT) : amount.cents
  })
