import { localTime } from '../dates.ts'
import { kindOf, type NoticeKind, ruleOf } from './kinds.ts'
import { channelKey, isMailLasting, type NoticeTopic } from './topics.ts'

interface ChannelRule {
  /** Topic of a kind without a toggle; the others have the topic of their toggle. */
  topic?: NoticeTopic
  /**
   * Subject of its mail, without it the kind is not mailed. A subject is read on locked screens and by servers on the
   * way, so it has no name, amount, folio or account. `title`: the notification's title, which is a fixed text.
   */
  mail?: string | { title: true }
  /** Text of its SMS or WhatsApp message, which others may read; without it there is none. */
  message?: string
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
    mail: 'Tu solicitud está aprobada',
    message: 'Tu solicitud está aprobada. Entra a la app para revisarla y firmar.',
  },
  released: { mail: 'Ya puedes firmar para recibir tu dinero' },
  rejected: { mail: 'Respuesta a tu solicitud' },
  cancelled: { mail: 'Tu solicitud fue cancelada' },
  refused: { mail: 'No pudimos enviar tu dinero' },
  sent: {
    mail: 'Enviamos tu dinero',
    message: 'Enviamos tu dinero. Entra a la app para ver los detalles.',
    goes_first: true,
  },
  paid: { mail: 'Registramos tu pago' },
  completed: { mail: 'Terminaste de pagar' },
  due: { mail: 'Se acerca tu fecha de pago', detail: '3-days' },

  overdue: {
    topic: 'debt',
    mail: 'Tienes un pago pendiente',
    message: 'Tienes un aviso importante. Entra a la app para verlo.',
  },
  reversed: { topic: 'debt', mail: 'Se anuló un pago' },
  'paid-twice': { topic: 'debt', mail: 'Recibiste dinero de más' },
  'second-returned': { topic: 'debt', mail: 'Ya no debes el dinero de más' },

  returned: {
    topic: 'money',
    mail: 'Tu banco devolvió el dinero',
    message: 'Tu banco devolvió el dinero que te enviamos. Entra a la app para revisar tu cuenta.',
    goes_first: true,
  },
  refund: { topic: 'money', mail: 'Tu saldo a favor' },
  balance: { topic: 'money', mail: 'Cambió tu saldo a favor' },

  account: {
    topic: 'security',
    mail: { title: true },
    message: 'Hay un cambio en la cuenta donde recibes tu dinero. Si no lo pediste, llámanos.',
    // Not the answers about its verification: the worker knows of the account.
    message_details: ['new', 'none'],
    is_urgent: true,
  },
  security: { topic: 'security', mail: { title: true }, is_urgent: true },
}

function channelRuleOf(reason: string | null): ChannelRule | null {
  const kind = kindOf(reason)
  return (kind && channelRules[kind]) ?? null
}

/** The topic whose switches decide a notification's channels; null: it has none, such as those to staff. */
export function topicOf(reason: string | null): NoticeTopic | null {
  return ruleOf(reason)?.toggle ?? channelRuleOf(reason)?.topic ?? null
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
    message_key: messageText(reason) === null ? null : channelKey(topic, 'message'),
    is_urgent: rule.is_urgent === true,
    goes_first: rule.is_urgent === true || rule.goes_first === true,
  }
}

/** Returns the subject of a notification's mail: the kind's, without names, amounts, folios and accounts. */
export function mailSubject(reason: string | null, title: string): string {
  const mail = channelRuleOf(reason)?.mail
  return typeof mail === 'string' ? mail : title
}

/** Returns the text of a notification's SMS or WhatsApp message; null if it has none. */
export function messageText(reason: string | null): string | null {
  const { message = null, message_details } = channelRuleOf(reason) ?? {}
  const detail = reason?.split(':').at(-1) ?? ''
  return message_details === undefined || message_details.includes(detail) ? message : null
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
