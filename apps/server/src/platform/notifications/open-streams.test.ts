import { PassThrough } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createOpenStreams } from './routes/open-streams.ts'

test('ends the three oldest of eight streams of one session, each once', async () => {
  const open = createOpenStreams()
  const streams = Array.from({ length: 8 }, () => new PassThrough())
  const errors: unknown[] = []
  for (const stream of streams) {
    stream.on('error', (error) => errors.push(error))
    open.add(1, stream)
  }
  await nextTurn()
  const isOpen = streams.map((stream) => !stream.writableEnded)
  expect(isOpen).toEqual([false, false, false, true, true, true, true, true])
  expect(streams.map((stream) => String(stream.read() ?? '').includes('event: crowded'))).toEqual(
    isOpen.map((is_open) => !is_open),
  )
  expect(errors).toEqual([])
})
