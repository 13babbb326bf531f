import { expect, test } from 'vitest'
import { manyTriesText, triesEndAt } from './signing-code-rules.ts'

const now = Temporal.Instant.from('2026-11-20T16:00:00Z')
const code = (sent_at: string, failures: number) => ({ sent_at: `2026-11-${sent_at}Z`, failures })

test.each([
  ['no code', [], null],
  ['nine wrong ones of the hour', [code('20T15:30:00', 5), code('20T15:40:00', 4)], null],
  ['ten, the first half of them older than an hour', [code('20T15:00:00', 5), code('20T15:40:00', 5)], null],
  ['ten of the hour', [code('20T15:40:00', 5), code('20T15:30:00', 5)], '20T16:30:00'],
  [
    'eleven, of which the oldest is one',
    [code('20T15:10:00', 1), code('20T15:30:00', 5), code('20T15:40:00', 5)],
    '20T16:30:00',
  ],
  [
    'nineteen of the day',
    [code('20T01:00:00', 5), code('20T02:00:00', 5), code('20T03:00:00', 5), code('20T04:00:00', 4)],
    null,
  ],
  [
    'twenty of the day',
    [code('20T01:00:00', 5), code('20T02:00:00', 5), code('20T03:00:00', 5), code('20T04:00:00', 5)],
    '21T01:00:00',
  ],
  [
    'twenty, ten of them of the hour',
    [code('20T15:30:00', 5), code('20T15:40:00', 5), code('19T17:00:00', 5), code('19T18:00:00', 5)],
    '20T17:00:00',
  ],
  [
    'fifteen of the day and ten of the hour, whose hour ends later',
    [code('20T15:50:00', 5), code('20T15:55:00', 5), code('19T16:10:00', 5), code('19T16:20:00', 5)],
    '20T16:50:00',
  ],
] as const)('after %s', (_, codes, ends) => {
  expect(triesEndAt(codes, now)?.toString() ?? null).toBe(ends && `2026-11-${ends}Z`)
})

test('the refusal names the next whole minute', () => {
  const text = manyTriesText(Temporal.Instant.from('2026-11-20T16:30:01Z'))
  expect(text).toContain('a partir del 20 de noviembre, 10:31;')
})
