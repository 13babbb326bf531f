import { localTime } from '../dates.ts'
import { kindOf, type NoticeKind, ruleOf } from './kinds.ts'
import { channelKey, isMailLasting, type NoticeTopic } from './topics.ts'

interface ChannelRule {
  /** Topic of a kind without a toggle; the others have the topic of their toggle. */
  topic?: NoticeTopic
  /** It is mailed. */
  mail?: true
  /** It is sent as an SMS or WhatsApp message. */
  message?: true
  /** Only these notifications of the kind leave the app, by the last part of the reason. */
  detail?: string
  /** Only these notifications of the kind have the message, by the last part of the reason. */
  message_details?: readonly string[]
  /** Its message is sent at any hour, not only by day, and its mail also to an address that is not confirmed. */
  is_urgent?: true
  /** It is sent before all others that wait, as is what is urgent. */
  goes_first?: true
}

/**
 * The channels of each kind beside the app and push, which all of them use. Kinds that are not named use no other. Money
 * events are mailed, and a few that need an answer or a reaction are also sent as a message.
 */
const channelRules: Partial<Record<NoticeKind, ChannelRule>> = {
  approved: {
    mail: true,
    message: true,
  },
  released: { mail: true },
  rejected: { mail: true },
  cancelled: { mail: true },
  'cancelled-unsent': { mail: true },
  refused: { mail: true },
  sent: {
    mail: true,
    message: true,
    goes_first: true,
  },
  paid: { mail: true },
  completed: { mail: true },
  due: { mail: true, detail: '3-days' },

  overdue: {
    topic: 'debt',
    mail: true,
    message: true,
  },
  reversed: { topic: 'debt', mail: true },
  'paid-twice': { topic: 'debt', mail: true },
  'second-returned': { topic: 'debt', mail: true },

  returned: {
    topic: 'money',
    mail: true,
    message: true,
    goes_first: true,
  },
  refund: { topic: 'money', mail: true },
  balance: { topic: 'money', mail: true },

  account: {
    topic: 'security',
    mail: true,
    message: true,
    // Not the answers about its verification: the worker knows of the account.
    message_details: ['new', 'none'],
    is_urgent: true,
  },
  security: { topic: 'security', mail: true, is_urgent: true },
}

function channelRuleOf(reason: string | null): ChannelRule | null {
  const kind = kindOf(reason)
  return (kind && channelRules[kind]) ?? null
}

/** The topic whose switches decide a notification's channels; null: it has none, such as those to staff. */
export function topicOf(reason: string | null): NoticeTopic | null {
  return ruleOf(reason)?.toggle ?? channelRuleOf(reason)?.topic ?? null
}

/** True for a notification that is sent as an SMS or WhatsApp message. */
function hasMessage({ message, message_details }: ChannelRule, reason: string): boolean {
  const detail = reason.split(':').at(-1) ?? ''
  return message === true && (message_details === undefined || message_details.includes(detail))
}

/** Where a notification goes beside the app and push. */
export interface OuterDelivery {
  /** The stored preference that turns its mail off; null: it is not mailed. */
  mail_key: string | null
  /** The stored preference that turns its message off; null: it has none. */
  message_key: string | null
  is_urgent: boolean
  goes_first: boolean
}

/** Returns whether a notification is mailed or sent as a message, and which preferences turn that off. */
export function deliveryOf(reason: string): OuterDelivery {
  const rule = channelRuleOf(reason)
  const topic = topicOf(reason)
  const isLeft = rule?.detail !== undefined && !reason.endsWith(`:${rule.detail}`)
  if (rule === null || topic === null || isLeft)
    return { mail_key: null, message_key: null, is_urgent: false, goes_first: false }
  return {
    mail_key: rule.mail === undefined ? null : isMailLasting(topic) ? 'always' : channelKey(topic, 'mail'),
    message_key: hasMessage(rule, reason) ? channelKey(topic, 'message') : null,
    is_urgent: rule.is_urgent === true,
    goes_first: rule.is_urgent === true || rule.goes_first === true,
  }
}

const firstHour = 8
const lastHour = 21

/** Returns when a message may be sent in Mexico City: now between 8:00 and 21:00, else at the next 8:00. */
export function messageTime(now: Temporal.Instant): Temporal.Instant {
  const time = localTime(now.toString())
  if (time.hour >= firstHour && time.hour < lastHour) return now
  const day = time.hour >= lastHour ? time.add({ days: 1 }) : time
  return day.withPlainTime({ hour: firstHour }).toInstant()
}
