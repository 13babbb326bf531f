import { expect, test } from 'vitest'
import { readEvents } from './event-stream.ts'

function streamOf(...chunks: string[]): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  return new ReadableStream({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(encoder.encode(chunk))
      controller.close()
    },
  })
}

test('reads events split over several chunks and ignores heartbeats', async () => {
  const body = streamOf(
    'retry: 3000\n\n',
    'event: cha',
    'nge\ndata: {"topic":"loan","id":3}\n',
    '\n: beat\n\ndata: a\r\ndata: b\r\n\r\n',
  )
  const events = await Array.fromAsync(readEvents(body))
  expect(events).toEqual([
    { event: 'change', data: '{"topic":"loan","id":3}' },
    { event: 'message', data: 'a\nb' },
  ])
})
