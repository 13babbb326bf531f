import { z } from 'zod'
import { flag, id, idText, instant, required } from '../fields.ts'
import { listQuery } from '../page.ts'

export const notification = z.object({
  id,
  title: z.string(),
  message: z.string(),
  checked: z.boolean(),
  recipient: id,
  /** What it is about, to open it with one tap. */
  loan: id.nullable(),
  loan_type: z.enum(['credit', 'advance']).nullable(),
  /** The same for what is not about a loan alone; `id` null where it is about all of a kind. */
  about: z
    .object({
      kind: z.enum([
        'loan',
        'transfer',
        'incoming_payment',
        'reconciliation',
        'payouts',
        'users_import',
        'companies_import',
        'documents',
        'account',
        'security',
        'privacy_request',
      ]),
      id: z.string().nullable(),
    })
    .nullable(),
  created_at: instant,
})
export type Notification = z.infer<typeof notification>

export const notificationBody = z.object({
  title: required('El título es obligatorio', 120),
  message: required('El mensaje es obligatorio', 1000),
  checked: flag.optional(),
  recipient: id,
  /** Which of the recipient's switches it obeys. */
  topic: z.enum(['customer_service', 'offers', 'policy_updates']).default('customer_service'),
})
export type NotificationBody = z.infer<typeof notificationBody>

export const notificationPatch = z.object({ checked: flag })

export const notificationQuery = listQuery(['created_at']).extend({
  recipient: idText.optional(),
  checked: flag.optional(),
})

export const unreadCount = z.object({ count: z.int().nonnegative() })
