import type { LookupAddress } from 'node:dns'
import { expect, test } from 'vitest'
import { isPublicAddress, isPushEndpoint, lookupPublic } from './public-address.ts'

test.each([
  ...['127.0.0.1', '10.1.2.3', '172.31.255.255', '192.168.1.1', '169.254.169.254', '100.64.0.1', '0.0.0.0'],
  ...['224.0.0.1', '255.255.255.255', '::1', '::', 'fe80::1', 'fd00::1', '::ffff:8.8.8.8', '64:ff9b::a00:1'],
  ...['2002:a00:1::1', '2001:db8::1', 'nada'],
])('isPublicAddress refuses %s', (address) => {
  expect(isPublicAddress(address)).toBe(false)
})

test.each(['8.8.8.8', '172.32.0.1', '2607:f8b0:4012::200a'])('isPublicAddress accepts %s', (address) => {
  expect(isPublicAddress(address)).toBe(true)
})

test('isPushEndpoint accepts browsers’ push services, and http on 127.0.0.1 only when local ones are allowed', () => {
  for (const host of ['fcm.googleapis.com/fcm/send', 'updates.push.services.mozilla.com/wpush/v2'])
    expect(isPushEndpoint(`https://${host}/abc`, false)).toBe(true)
  for (const host of ['web.push.apple.com', 'wns2-bl2p.notify.windows.com'])
    expect(isPushEndpoint(`https://${host}/abc`, false)).toBe(true)
  for (const host of [
    '8.8.8.8',
    'evil.example',
    'fcm.googleapis.com.evil.example',
    'evilpush.apple.com',
    'u@fcm.googleapis.com',
  ])
    expect([host, isPushEndpoint(`https://${host}/abc`, false)]).toEqual([host, false])
  expect(isPushEndpoint('http://127.0.0.1:4000/abc', true)).toBe(true)
  expect(isPushEndpoint('http://127.0.0.1:4000/abc', false)).toBe(false)
  expect(isPushEndpoint('http://10.0.0.1:4000/abc', true)).toBe(false)
})

test.each([{ all: true }, { all: false }])(
  'lookupPublic fails for a name of this machine (%o)',
  async (options) => {
    const [problem] = await new Promise<[Error | null, string | LookupAddress[]]>((done) => {
      lookupPublic('localhost', options, (error, address) => done([error, address]))
    })
    expect(problem?.message).toBe('localhost leads to no public address')
  },
)
