import { formatDateTime } from '@quincena/domain/format'
import { expect, test } from 'vitest'
import { instantText } from './csv.ts'

const minuteMs = 60_000
const instantOf = (ms: number) => new Date(ms).toISOString()

test('writes each instant as the screens do, also around changes of the clock', () => {
  // The clock changed on 2022-04-03 and 2022-10-30, for the last time.
  const starts = ['2022-04-02T00:00:00Z', '2022-10-29T00:00:00Z', '2026-11-20T16:00:00.123456Z'].map(
    Date.parse,
  )
  const instants = starts.flatMap((start) =>
    Array.from({ length: 500 }, (_, n) => instantOf(start + n * 7 * minuteMs)),
  )
  expect(instants.map(instantText)).toEqual(instants.map((at) => formatDateTime(at).replace(' - ', ' ')))
})
