import { expect, test } from 'vitest'
import { hasTrigram, readSearch } from './terms.ts'

test.each([
  ['torres  Ricardo', { words: ['torres', 'Ricardo'], folios: [] }],
  ['', { words: [''], folios: [] }],
  ['55 1487-3980', { words: ['5514873980'], phone: '5514873980', folios: ['C-5514873980', 'A-5514873980'] }],
  ['+52 (55) 1487 3980', { words: ['5514873980'], phone: '5514873980' }],
  ['521 55 1487 3980', { words: ['5514873980'], phone: '5514873980' }],
  ['014 180 10000475140 4', { words: ['014180100004751404'], account: '014180100004751404', folios: [] }],
  ['4152-3138-0000-0011', { account: '4152313800000011' }],
  ['12345678901', { account: '12345678901' }],
  ['1404', { words: ['1404'], account_end: '1404', folios: ['C-001404', 'A-001404'] }],
  ['focr981028hnllrl06', { words: ['FOCR981028HNLLRL06'], curp: 'FOCR981028HNLLRL06' }],
  ['FOCR-981028-MU3', { words: ['FOCR981028MU3'], rfc: 'FOCR981028MU3', folios: [] }],
  ['abc981028mu3', { rfc: 'ABC981028MU3' }],
  ['c123', { words: ['c123'], folios: ['C-000123'] }],
  ['C-000123', { folios: ['C-000123'] }],
  ['a - 93', { folios: ['A-000093'] }],
  ['A-1234567', { folios: ['A-1234567'] }],
  ['93', { words: ['93'], folios: ['C-000093', 'A-000093'] }],
  ['0000', { words: ['0000'], account_end: '0000', folios: [] }],
] as const)('reads «%s»', (text, terms) => {
  expect(readSearch(text)).toMatchObject(terms)
})

test.each(['14180', '751404', '0141801000047514', 'FOCR981028', 'FOCR981028HNLLRL0'])(
  'takes «%s», a part of an account or a CURP, for nothing that lists hide',
  (part) => {
    const { account_end, curp } = readSearch(part)
    expect([account_end, curp]).toEqual([undefined, undefined])
  },
)

test.each([
  ['C-000', 'c-000'],
  ['-0012', '-0012'],
  ['123', '123'],
  ['c-12', undefined],
  ['12', undefined],
  ['ab-123', undefined],
  ['c123', undefined],
])('takes «%s» for the part %s of a folio', (text, part) => {
  expect(readSearch(text).folio_part).toBe(part)
})

test.each([
  ['ana', true],
  ['Ñuñ', true],
  ['b3.mx', false],
  ['b12.mx', true],
  ['c-0', false],
  ['a.b.c', false],
])('an index of trigrams finds «%s»: %s', (word, isFound) => {
  expect(hasTrigram(word)).toBe(isFound)
})
