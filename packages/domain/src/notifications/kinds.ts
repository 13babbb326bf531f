import type { Preferences } from '../sessions/schema.ts'

/** The switches that silence notices; those of security do other things, or are asked before anything is told. */
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
 * What people are told of, and the switch that silences it; null: nothing does. Nobody silences what changes what they
 * owe, where their money is or goes, or who gets into their account; nor the office's own work.
 */
const noticeKinds = {
  // A request, and the money of it
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

  // A person
  document: 'required_documentation',
  'password-expiry': 'security_messages',
  security: null,
  account: null,
  privacy: null,

  // The office
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

/** Why somebody is told something, once per recipient: `kind:loan:detail`. */
export type NoticeReason = `${NoticeKind}:${string}`

const isKind = (kind: string): kind is NoticeKind => Object.hasOwn(noticeKinds, kind)

/** The switch that silences a notice; null where nothing does. */
export function toggleOf(reason: NoticeReason): NoticeToggle | null {
  const [kind = ''] = reason.split(':')
  return isKind(kind) ? noticeKinds[kind] : null
}
