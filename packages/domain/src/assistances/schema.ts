import { z } from 'zod'
import { id } from '../fields.ts'

/** A service for workers, with a link and an image. */
const assistance = z.object({
  id,
  name: z.string(),
  description: z.string(),
  url: z.string().nullable(),
  image: z.string().nullable(),
})
export type Assistance = z.infer<typeof assistance>

/** The assistances offered to workers, by category, and the contact of the lender's support and UNE. */
export const assistanceOffers = z.object({
  categories: z.array(z.object({ name: z.string(), assistances: z.array(assistance) })),
  /** The lender's phone and e-mail for support; empty if not configured. */
  support_phone: z.string(),
  support_email: z.string(),
  /** The lender's UNE, which workers ask to cancel a loan; its values are empty if not configured. */
  une: z.object({ phone: z.string(), email: z.string(), hours: z.string() }),
})
