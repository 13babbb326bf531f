import { z } from 'zod'

const signingSteps = ['contrato', 'firma', 'confirmar'] as const
/** The screens of a signing; each is a place in the browser's history, so that «back» goes one back. */
export type SigningStep = (typeof signingSteps)[number]

/** The search of a loan's detail. */
export const detailSearch = z.object({ paso: z.enum(signingSteps).optional().catch(undefined) })
