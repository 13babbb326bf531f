import type { Preferences } from '../sessions/schema.ts'

/**
 * The preferences that turn notifications off. The other three preferences are about security and have other effects.
 */
export const noticeToggles = [
  'request_status',
  'payment_reminder',
  'customer_service',
  'offers',
  'required_documentation',
  'security_messages',
  'policy_updates',
] as const satisfies readonly (keyof Preferences)[]
export type NoticeToggle = (typeof noticeToggles)[number]

/**
 * The kinds of notification, each with the preference that turns it off, or null if the user cannot turn it off. Users
 * cannot turn off notifications about their debt, their money and their account's security. Staff cannot turn off those
 * about their work.
 */
const noticeKinds = {
  // To a worker, about a loan and its money
  edited: 'request_status',
  approved: 'request_status',
  rejected: 'request_status',
  expired: 'request_status',
  cancelled: 'request_status',
  sent: 'request_status',
  settled: 'request_status',
  refused: 'request_status',
  paid: 'request_status',
  completed: 'request_status',
  due: 'payment_reminder',
  overdue: null,
  reversed: null,
  returned: null,

  // To a person, about their account and data
  document: 'required_documentation',
  'password-expiry': 'security_messages',
  security: null,
  account: null,
  privacy: null,

  // To staff
  requested: null,
  import: null,
  'transfer-refused': null,
  'payout-returned': null,
  review: null,
  payouts: null,
  incoming: null,
  'incoming-contradicted': null,
  'incoming-doubted': null,
  'incoming-doubted-many': null,
  'incoming-unreadable': null,
  reconciliation: null,
  'reconciliation-late': null,
} as const satisfies Record<string, NoticeToggle | null>
export type NoticeKind = keyof typeof noticeKinds

/** Key of a notification, unique per recipient so that it is sent once: `kind:loan:detail`. */
export type NoticeReason = `${NoticeKind}:${string}`

const isKind = (kind: string): kind is NoticeKind => Object.hasOwn(noticeKinds, kind)

/** Returns the preference that turns a notification off, or null if the user cannot turn it off. */
export function toggleOf(reason: NoticeReason): NoticeToggle | null {
  const [kind = ''] = reason.split(':')
  return isKind(kind) ? noticeKinds[kind] : null
}
