import { z } from 'zod'
import { flag, id, idText, instant, required } from '../fields.ts'
import { listQuery } from '../page.ts'

/** What a notification is about in one word; the worker app shows each with its icon. */
const noticeCategory = z.enum([
  'money',
  'offer',
  'request',
  'payment',
  'problem',
  'document',
  'account',
  'security',
  'message',
])
export type NoticeCategory = z.infer<typeof noticeCategory>

/** A notification; `checked` is true once it was read. */
export const notification = z.object({
  id,
  title: z.string(),
  message: z.string(),
  checked: z.boolean(),
  recipient: id,
  category: noticeCategory,
  /** The loan that the notification is about; a tap on the notification opens it. */
  loan: id.nullable(),
  loan_type: z.enum(['credit', 'advance']).nullable(),
  /** The subject of the notification if it is not only a loan; `id` is null if it is about a whole list. */
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
        'approval',
        'worker_balance',
        'stp_balance',
        'account_verification',
        'banks',
        'imported_loans',
      ]),
      id: z.string().nullable(),
    })
    .nullable(),
  created_at: instant,
})
export type Notification = z.infer<typeof notification>

/** Body with which staff send a notification. */
export const notificationBody = z.object({
  title: required('El título es obligatorio', 120),
  message: required('El mensaje es obligatorio', 1000),
  checked: flag.optional(),
  recipient: id,
  /** The recipient's preference that can turn it off. */
  topic: z.enum(['customer_service', 'offers', 'policy_updates']).default('customer_service'),
})
export type NotificationBody = z.infer<typeof notificationBody>

export const notificationPatch = z.object({ checked: flag })

/** Body of `POST /notification/read`: the newest notification that the reader has seen. */
export const readNotificationsBody = z.object({ until: id })

export const notificationQuery = listQuery(['created_at']).extend({
  recipient: idText.optional(),
  checked: flag.optional(),
})

/** Answer of `GET /notification/unread-count`. */
export const unreadCount = z.object({ count: z.int().nonnegative() })
