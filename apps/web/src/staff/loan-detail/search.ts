import { z } from 'zod'

/** The open tab of a loan's detail. */
export const loanDetailSearch = z.object({
  tab: z.enum(['solicitante', 'documentacion', 'pagos']).optional().catch(undefined),
})
