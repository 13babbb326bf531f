import { describe, expect, test } from 'vitest'
import { deliveryOf, messageTime, topicOf } from './channels.ts'
import { ruleOf } from './kinds.ts'
import { channelChanges, channelKeys, channelsFrom, noticeToggles, topicChannels } from './topics.ts'

const mailed = ['approved', 'sent', 'paid', 'returned', 'overdue', 'completed', 'security', 'account']

test.each(mailed)('mails %s', (kind) => {
  expect(deliveryOf(`${kind}:5:17`).mail_key).not.toBeNull()
})

test.each([
  ['due:5:2026-12-15:3-days', true],
  ['due:5:2026-12-15:today', false],
  ['settled:5:17', false],
  ['requested:5:once', false],
  ['transfer-refused::5', false],
])('mails the reason %s: %s', (reason, isMailed) => {
  expect(deliveryOf(reason).mail_key !== null).toBe(isMailed)
})

test('a kind with a switch has its topic, and the three that nobody turns off have theirs', () => {
  expect(topicOf('paid:5:3')).toBe('request_status')
  expect(['overdue:5:x', 'returned:5:1', 'security:x'].map(topicOf)).toEqual(['debt', 'money', 'security'])
  expect(ruleOf('overdue:5:x')?.toggle).toBeNull()
  expect(topicOf('review::5')).toBeNull()
})

test('the mail about security has no switch', () => {
  expect(deliveryOf('security:9')).toMatchObject({ mail_key: 'always', is_urgent: true })
  expect(topicChannels.security).not.toContain('mail')
})

test.each([
  ['account:5:2026-11-20T16:00:00Z:new', true],
  ['account:5:2026-11-20T16:00:00Z:none', true],
  ['account:accepted:5:2026-11-20T16:00:00Z', false],
  ['account:other:5:2026-11-20T16:00:00Z', false],
  ['account:verification:5:2026-11-20T16:00:00Z', false],
])('the alarm about a changed account is sent as a message for %s: %s', (reason, isSent) => {
  const { mail_key, message_key } = deliveryOf(reason)
  expect([mail_key, message_key !== null]).toEqual(['always', isSent])
})

test.each([
  ['sent:5:1', true],
  ['returned:5:1', true],
  ['security:x', true],
  ['paid:5:1', false],
])('%s goes first: %s', (reason, goesFirst) => {
  expect(deliveryOf(reason).goes_first).toBe(goesFirst)
})

test.each([
  ['2026-11-20T16:00:00Z', '2026-11-20T16:00:00Z'],
  ['2026-11-20T06:10:00Z', '2026-11-20T14:00:00Z'],
  ['2026-11-21T03:00:00Z', '2026-11-21T14:00:00Z'],
  ['2026-11-21T02:59:59Z', '2026-11-21T02:59:59Z'],
])('a message of %s is sent at %s, by day in Mexico City', (now, at) => {
  expect(messageTime(Temporal.Instant.from(now)).toString()).toBe(at)
})

describe('channel preferences', () => {
  test('are on until they are turned off, and without a provider there are none of messages', () => {
    const stored = { 'request_status:mail': false, offers: false }
    const channels = channelsFrom(stored, { has_messages: true })
    expect(channels.request_status).toEqual({ push: true, mail: false, message: true })
    expect(channels.security).toEqual({ push: true, message: true })
    expect(channelsFrom(stored, { has_messages: false }).debt).toEqual({ push: true, mail: true })
    expect(Object.keys(channels)).toEqual([...noticeToggles, 'debt', 'money', 'security'])
  })

  test('become stored keys', () => {
    expect(channelKeys({ debt: { mail: false, push: true } })).toEqual({
      'debt:push': true,
      'debt:mail': false,
    })
  })

  test.each([
    [{ security: { mail: false } }, 'security.mail'],
    [{ offers: { mail: false } }, 'offers.mail'],
  ])('refuse %j at %s', (changes, path) => {
    const { error } = channelChanges.safeParse(changes)
    expect(error?.issues.map((issue) => issue.path.join('.'))).toEqual([path])
  })

  test('refuse an unknown topic', () => {
    expect(channelChanges.safeParse({ loans: { mail: false } }).success).toBe(false)
  })
})
