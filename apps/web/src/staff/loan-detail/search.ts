import { z } from 'zod'

export const loanTab = z.enum(['solicitante', 'documentacion', 'pagos', 'actividad'])
export type LoanTab = z.infer<typeof loanTab>

/** Search parameters of a loan's detail: the open tab. */
export const loanDetailSearch = z.object({ tab: loanTab.optional().catch(undefined) })
