import { z } from 'zod'
import { id } from '../fields.ts'

const assistance = z.object({
  id,
  name: z.string(),
  description: z.string(),
  url: z.string().nullable(),
  image: z.string().nullable(),
})
export type Assistance = z.infer<typeof assistance>

export const assistanceOffers = z.object({
  categories: z.array(z.object({ name: z.string(), assistances: z.array(assistance) })),
  /** The lender's, to call or write; empty where none is set. */
  support_phone: z.string(),
  support_email: z.string(),
})
