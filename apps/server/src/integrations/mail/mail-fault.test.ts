import { expect, test } from 'vitest'
import { mailFault } from './mail-fault.ts'

const rcpt = (responseCode: number, response = `${responseCode} no`) => ({
  ...{ code: 'EENVELOPE', responseCode, response, command: 'RCPT TO' },
})

test.each([
  [rcpt(550), true],
  [rcpt(551), true],
  [rcpt(553, '553-5.1.3 bad\n553 5.1.3 address'), true],
  [rcpt(550, '550 5.1.1 <ana@empresa.mx> unknown'), true],
  [rcpt(550, '550 5.7.1 relaying denied'), false],
  [rcpt(550, '550-blocked\n550 5.7.606 sender'), false],
  [rcpt(550, '550 5.4.5 daily sending limit exceeded'), false],
  [rcpt(552), false],
  [rcpt(450), false],
  [{ ...rcpt(550), command: 'MAIL FROM' }, false],
  [{ code: 'EMESSAGE', responseCode: 550, command: 'DATA' }, false],
  [{ code: 'EAUTH', responseCode: 535, command: 'AUTH PLAIN' }, false],
  [{ code: 'ESOCKET' }, false],
])('a fault with %j is final: %s', (fields, is_final) => {
  const fault = mailFault(Object.assign(new Error('<ana@empresa.mx>'), fields))
  expect(fault.is_final).toBe(is_final)
  expect(fault.reason).not.toContain('@')
})

test('names the enhanced status, and an error without codes as unknown', () => {
  expect(mailFault(Object.assign(new Error('no'), rcpt(550, '550 5.1.1 no'))).reason).toBe(
    'EENVELOPE 550 RCPT TO 5.1.1',
  )
  expect(mailFault(null)).toEqual({ reason: 'unknown', is_final: false })
})
