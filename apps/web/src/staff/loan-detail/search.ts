import { z } from 'zod'

export const loanTab = z.enum(['solicitante', 'documentacion', 'pagos'])
export type LoanTab = z.infer<typeof loanTab>

/** The open tab of a loan's detail. */
export const loanDetailSearch = z.object({ tab: loanTab.optional().catch(undefined) })
