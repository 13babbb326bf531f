import { expect, test } from 'vitest'
import { newWebhookSecret, webhookHeaders } from './signature.ts'

// The example of the Standard Webhooks specification and its libraries.
const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
const signed = {
  message_id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
  timestamp_s: 1614265330,
  body: '{"test": 2432232314}',
}
const signature = 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE='

test('webhookHeaders signs the example of Standard Webhooks as its libraries do', () => {
  expect(webhookHeaders([secret], signed)).toEqual({
    'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    'webhook-timestamp': '1614265330',
    'webhook-signature': signature,
  })
})

test('webhookHeaders has a signature for each secret, separated by a space', () => {
  const [first, second] = (
    webhookHeaders([newWebhookSecret(), secret], signed)['webhook-signature'] ?? ''
  ).split(' ')
  expect([first?.startsWith('v1,'), first === signature, second]).toEqual([true, false, signature])
})

test('newWebhookSecret returns 32 random bytes after whsec_', () => {
  const [one, other] = [newWebhookSecret(), newWebhookSecret()]
  expect(one).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
  expect(one).not.toBe(other)
})
