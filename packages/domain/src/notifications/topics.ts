import { z } from 'zod'

/**
 * The preferences that turn notifications off everywhere. The other three preferences of the worker app are about
 * security and have other effects.
 */
export const noticeToggles = [
  'request_status',
  'payment_reminder',
  'customer_service',
  'offers',
  'required_documentation',
  'security_messages',
  'policy_updates',
] as const
export type NoticeToggle = (typeof noticeToggles)[number]

/** Topics that nobody can turn off everywhere: the app always has notifications about debt, money and security. */
const lastingTopics = ['debt', 'money', 'security'] as const

const noticeTopics = [...noticeToggles, ...lastingTopics] as const
export type NoticeTopic = (typeof noticeTopics)[number]

/** How a notification reaches a person outside the app: on a locked phone, by mail, and by SMS or WhatsApp. */
export const outerChannels = ['push', 'mail', 'message'] as const
export type OuterChannel = (typeof outerChannels)[number]

/** The outer channels of each topic that a person may turn off. */
export const topicChannels: Record<NoticeTopic, readonly OuterChannel[]> = {
  request_status: ['push', 'mail', 'message'],
  payment_reminder: ['push', 'mail'],
  customer_service: ['push'],
  offers: ['push'],
  required_documentation: ['push'],
  security_messages: ['push'],
  policy_updates: ['push'],
  debt: ['push', 'mail', 'message'],
  money: ['push', 'mail', 'message'],
  security: ['push', 'message'],
}

/** True for mails about security: who opened an account could turn off the mail that says so. */
export const isMailLasting = (topic: NoticeTopic) => topic === 'security'

export type ChannelKey = `${NoticeTopic}:${OuterChannel}`

/** The key of a channel of a topic in a user's stored preferences; without it the channel is on. */
export const channelKey = (topic: NoticeTopic, channel: OuterChannel): ChannelKey => `${topic}:${channel}`

const switches = z.partialRecord(z.enum(outerChannels), z.boolean())

/** Switches of the channels by topic; an answer has those that a person can change here. */
export const channelPreferences = z.partialRecord(z.enum(noticeTopics), switches)
export type ChannelPreferences = z.infer<typeof channelPreferences>

/** Changes of the switches; refuses those of channels that the topic does not have or that stay on. */
export const channelChanges = channelPreferences.superRefine((changes, { addIssue }) => {
  for (const topic of noticeTopics)
    for (const channel of outerChannels)
      if (changes[topic]?.[channel] !== undefined && !topicChannels[topic].includes(channel))
        addIssue({ code: 'custom', path: [topic, channel], message: 'Este aviso no se puede cambiar' })
})

/** The switches that a person has, on unless a stored preference turns them off. */
export function channelsFrom(
  stored: Readonly<Record<string, unknown>>,
  { has_messages }: { has_messages: boolean },
): ChannelPreferences {
  const channelsOf = (topic: NoticeTopic) =>
    topicChannels[topic]
      .filter((channel) => channel !== 'message' || has_messages)
      .map((channel) => [channel, stored[channelKey(topic, channel)] !== false] as const)
  return Object.fromEntries(noticeTopics.map((topic) => [topic, Object.fromEntries(channelsOf(topic))]))
}

/** The stored keys of changed switches. */
export function channelKeys(changes: ChannelPreferences): Record<string, boolean> {
  const pairs = noticeTopics.flatMap((topic) =>
    outerChannels.flatMap((channel) => {
      const on = changes[topic]?.[channel]
      return on === undefined ? [] : [[channelKey(topic, channel), on] as const]
    }),
  )
  return Object.fromEntries(pairs)
}
