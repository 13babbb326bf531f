import type { NoticeCategory, Notification } from './schema.ts'
import type { NoticeToggle } from './topics.ts'

type About = NonNullable<Notification['about']>['kind']

interface NoticeRule {
  /** The preference that turns the notification off; null if the user cannot. */
  toggle: NoticeToggle | null
  /** What a tap on the notification opens. */
  opens: Exclude<About, `${string}_import`> | 'import'
  /** The part of the reason that has the id of what it opens; null for a whole list or screen. */
  id_part: 1 | 2 | null
}

type Opens = NoticeRule['opens']
const ofLoan = (toggle: NoticeToggle | null): NoticeRule => ({ toggle, opens: 'loan', id_part: 1 })
const ofScreen = (opens: Opens, toggle: NoticeToggle | null = null): NoticeRule => ({
  toggle,
  opens,
  id_part: null,
})
/** The second part of the reason is the record's id; if the third is, the second is a loan's id or empty. */
const ofRecord = (opens: Opens, id_part: 1 | 2): NoticeRule => ({ toggle: null, opens, id_part })

/**
 * The kinds of notification, each with the preference that turns it off and what it opens. Users cannot turn off
 * notifications about their debt, their money and their account's security. Staff cannot turn off those about their
 * work.
 */
const noticeKinds = {
  // To a worker, about a loan and its money
  edited: ofLoan('request_status'),
  approved: ofLoan('request_status'),
  rejected: ofLoan('request_status'),
  released: ofLoan('request_status'),
  expired: ofLoan('request_status'),
  cancelled: ofLoan('request_status'),
  'cancelled-unsent': ofLoan('request_status'),
  sent: ofLoan('request_status'),
  settled: ofLoan('request_status'),
  refused: ofLoan('request_status'),
  paid: ofLoan('request_status'),
  completed: ofLoan('request_status'),
  'no-debt-letter': ofLoan('request_status'),
  due: ofLoan('payment_reminder'),
  overdue: ofLoan(null),
  reversed: ofLoan(null),
  returned: ofLoan(null),
  'paid-twice': ofLoan(null),
  'second-returned': ofLoan(null),
  'staff-paid-twice': ofLoan(null),

  // To a person, about their account and data
  document: ofScreen('documents', 'required_documentation'),
  'password-expiry': ofScreen('security', 'security_messages'),
  security: ofScreen('security'),
  account: ofScreen('account'),
  privacy: ofRecord('privacy_request', 1),
  refund: ofScreen('worker_balance'),
  balance: ofScreen('worker_balance'),

  // To staff
  requested: ofLoan(null),
  import: ofRecord('import', 1),
  'transfer-refused': ofRecord('transfer', 2),
  'payout-returned': ofLoan(null),
  'refund-returned': ofRecord('transfer', 2),
  review: ofRecord('transfer', 2),
  payouts: ofScreen('payouts'),
  incoming: ofRecord('incoming_payment', 2),
  'incoming-contradicted': ofRecord('incoming_payment', 2),
  'incoming-doubted': ofRecord('incoming_payment', 2),
  'incoming-doubted-many': ofScreen('incoming_payment'),
  'incoming-owner': ofRecord('incoming_payment', 2),
  'incoming-return': ofRecord('incoming_payment', 2),
  'incoming-unreadable': ofScreen('incoming_payment'),
  reconciliation: ofRecord('reconciliation', 1),
  'reconciliation-late': ofRecord('reconciliation', 1),
  'daily-totals': ofScreen('reconciliation'),
  'balance-case': ofScreen('stp_balance'),
  'cash-movement': ofScreen('stp_balance'),
  'approval-waiting': ofRecord('approval', 1),
  'account-mismatch': ofRecord('account_verification', 1),
  statement: ofScreen('banks'),
  'loan-import': ofRecord('imported_loans', 1),
  'voucher-rejected': ofLoan(null),

  // To the user who asked for a second person's approval
  'approval-decided': ofRecord('approval', 1),
} satisfies Record<string, NoticeRule>
export type NoticeKind = keyof typeof noticeKinds

/** Key of a notification, unique per recipient so that it is sent once: the kind, then the ids that `opens` names. */
export type NoticeReason = `${NoticeKind}:${string}`

/** The kinds whose reason has a loan's id as its second part. */
export const kindsOfLoans = Object.entries(noticeKinds)
  .filter(([, { opens, id_part }]) => opens === 'loan' || id_part === 2)
  .map(([kind]) => kind)

const isKind = (kind: string): kind is NoticeKind => Object.hasOwn(noticeKinds, kind)

/** Returns the kind of a notification; null for a message of staff, which has no reason. */
export function kindOf(reason: string | null): NoticeKind | null {
  const [kind = ''] = (reason ?? '').split(':')
  return isKind(kind) ? kind : null
}

/** Returns the rule of a notification's kind; null for a message of staff. */
export function ruleOf(reason: string | null): NoticeRule | null {
  const kind = kindOf(reason)
  return kind && noticeKinds[kind]
}

const categoryOfKind: Partial<Record<NoticeKind, NoticeCategory>> = {
  sent: 'money',
  settled: 'money',
  refund: 'money',
  approved: 'offer',
  released: 'offer',
  edited: 'request',
  rejected: 'request',
  expired: 'request',
  cancelled: 'request',
  'cancelled-unsent': 'request',
  paid: 'payment',
  completed: 'payment',
  due: 'payment',
  overdue: 'problem',
  reversed: 'problem',
  refused: 'problem',
  returned: 'problem',
  'paid-twice': 'problem',
  document: 'document',
  account: 'account',
  security: 'security',
  'password-expiry': 'security',
}

/** Returns the category that decides a notification's icon and weight in the worker app. */
export function categoryOf(reason: string | null): NoticeCategory {
  const kind = kindOf(reason)
  return (kind && categoryOfKind[kind]) ?? 'message'
}
