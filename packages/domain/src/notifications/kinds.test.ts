import { expect, test } from 'vitest'
import { categoryOf, pushText } from './kinds.ts'

test.each([
  ['sent:5:17', 'money'],
  ['settled:5:17', 'money'],
  ['approved:5:2026-11-20', 'offer'],
  ['rejected:5:2026-11-20', 'request'],
  ['paid:5:3', 'payment'],
  ['overdue:5:2026-11-15', 'problem'],
  ['security:9', 'security'],
  ['import:4', 'message'],
  ['no-such-kind:4', 'message'],
  [null, 'message'],
])('gives the reason %s the category %s', (reason, category) => {
  expect(categoryOf(reason)).toBe(category)
})

test.each([
  'approved:5:1',
  'released:5:once',
  'rejected:5:1',
  'expired:5:once',
  'cancelled:5:once',
  'sent:5:17',
  'settled:5:17',
  'refused:5:17',
  'returned:5:17',
  'due:5:2026-12-15:today',
  'edited:5:2026-11-20',
  'paid-twice:5:17',
  'second-returned:5:17',
  'balance::5:credited',
  'refund:5:settled',
  'paid:5:3',
  'reversed:5:3',
  'overdue:5:2026-12-20',
  'completed:5:3',
])('shows no amount, account or reason of %s on a locked screen', (reason) => {
  const text = pushText(reason, 'Te enviamos $12,000.00 a tu cuenta Banamex ····9192. Motivo: ingresos.')
  expect(text).not.toMatch(/\d|Banamex|ingresos/)
})

test.each(['security:9', null])('pushes the message of %s as it is', (reason) => {
  expect(pushText(reason, 'Entraron desde otro celular.')).toBe('Entraron desde otro celular.')
})
