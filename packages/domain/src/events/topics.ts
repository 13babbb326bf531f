/** The kinds of records whose changes the server announces to browsers. A payment changes its loan: topic `loan`. */
export const EVENT_TOPICS = [
  'notification',
  'loan',
  'transfer',
  'incoming_payment',
  'document',
  'user',
  'company',
  'reconciliation',
  'balance',
  'import',
  'approval',
  'worker_balance',
  'account_verification',
  'bank',
  'note',
  'text',
  'brand',
] as const
export type EventTopic = (typeof EVENT_TOPICS)[number]
