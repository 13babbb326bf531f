import type { Cents } from '@quincena/domain/money'
import { paymentProblem } from '@quincena/domain/payments/rules'
import { previewQuery } from '@quincena/domain/payments/schema'

/** A typed amount in centavos, or the text for its field. `null` if nothing is typed. */
type TypedAmount = { amount: Cents } | { problem: string } | null

/** Reads an amount in pesos by the rules of the server's call; more than `payoff` (centavos) is a problem. */
export function readTypedAmount(text: string, payoff: Cents): TypedAmount {
  const digits = text.replace(/[$,\s]/g, '')
  if (digits === '') return null
  const { data: amount, error } = previewQuery.shape.amount_paid.safeParse(digits)
  if (amount === undefined) return { problem: error?.issues[0]?.message ?? '' }
  const problem = paymentProblem({ payoff, amount_paid: amount })
  return problem === null ? { amount } : { problem: problem.message }
}
