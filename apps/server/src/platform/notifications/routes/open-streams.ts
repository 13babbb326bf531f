import type { PassThrough } from 'node:stream'

const streamsPerSession = 5

/** Its reader waits before it reconnects; otherwise six tabs would keep closing each other's streams. */
const crowdedEvent = 'event: crowded\ndata: {}\n\n'

/**
 * Keeps the open event streams of this process, at most five per session. A sixth ends the oldest, which is usually a
 * dead connection of a phone that changed networks.
 */
export function createOpenStreams() {
  const open = new Map<number, Set<PassThrough>>()
  return {
    add(session_id: number, stream: PassThrough) {
      const streams = open.get(session_id) ?? new Set()
      open.set(session_id, streams.add(stream))
      const remove = () => {
        streams.delete(stream)
        if (streams.size === 0 && open.get(session_id) === streams) open.delete(session_id)
      }
      stream.once('finish', remove).once('close', remove)
      const [oldest] = streams
      if (oldest === undefined || streams.size <= streamsPerSession) return
      // It finishes later; until then it would still count as the oldest.
      streams.delete(oldest)
      oldest.end(crowdedEvent)
    },
  }
}
