/** The kinds of records whose changes the server announces to browsers. */
export const EVENT_TOPICS = [
  'notification',
  'loan',
  'transfer',
  'payment',
  'incoming_payment',
  'document',
  'user',
  'company',
  'reconciliation',
  'balance',
  'import',
] as const
export type EventTopic = (typeof EVENT_TOPICS)[number]
