/** The notices and mails whose words are data of the installation, in the order of the screens. */
export const NOTICE_TEXTS = [
  // Requests
  'notice_approved',
  'notice_released',
  'notice_edited',
  'notice_rejected',
  'notice_expired',
  'notice_cancelled',
  'notice_cancelled_unsent',
  // Money
  'notice_sent',
  'notice_settled',
  'notice_refused',
  'notice_returned',
  'notice_paid_twice',
  'notice_second_returned',
  // Payments
  'notice_due',
  'notice_overdue',
  'notice_paid',
  'notice_reversed',
  'notice_completed',
  'notice_no_debt_letter',
  // Balance
  'notice_balance',
  'notice_balance_undone',
  'notice_balance_charged',
  'notice_refund',
  'notice_refund_back',
  // Account and papers
  'notice_account',
  'notice_account_removed',
  'notice_account_refused',
  'notice_account_other',
  'notice_account_accepted',
  'notice_document_accepted',
  'notice_document_refused',
  'notice_privacy',
  // Security
  'notice_new_device',
  'notice_many_failures',
  'notice_wrong_code',
  'notice_password_changed',
  'notice_password_expiry',
  'notice_two_factor_on',
  'notice_two_factor_off',
  'notice_two_factor_reset',
  'notice_recovery_codes',
  'notice_passkey_added',
  'notice_passkey_removed',
  // Mails of the access, which are no notices of the app
  'notice_invitation',
  'notice_password_reset',
  'notice_email_code',
  'notice_signing_code',
  'notice_old_address',
  'notice_privacy_answer',
] as const
export type NoticeTextName = (typeof NOTICE_TEXTS)[number]

/** True for the text of a notice or mail, which has fixed parts. */
export const isNoticeText = (document: string): document is NoticeTextName =>
  NOTICE_TEXTS.some((name) => name === document)
