import type { RegisterResult, StpClient } from '../../src/integrations/stp/client.ts'
import type { TransferOrder } from '../../src/integrations/stp/order-body.ts'

const timedOut: RegisterResult = { outcome: 'unknown', reason: 'timeout', detail: 'no answer in time' }

interface Travelling {
  order: TransferOrder
  arrives_at: Temporal.Instant
}

/** The network to STP. It can delay an order so that it arrives after the caller's timeout. */
export interface Network {
  stp: StpClient
  /** Delays the next order; its caller gets outcome `unknown` at once. */
  delayNext: (seconds: number) => void
  /** Arrival of the next delayed order, if there is one. */
  nextArrival: () => Temporal.Instant | undefined
  /** Number of orders that arrived after their caller's timeout. */
  arrivedLate: () => number
  /** Sends STP every delayed order that is due at the current clock. */
  arrive: () => Promise<void>
}

/** Wraps an STP client so that single orders can be delayed. */
export function createNetwork(client: StpClient, clock: () => Temporal.Instant): Network {
  const travelling: Travelling[] = []
  let delay_s: number | null = null
  let late = 0

  async function registerOrder(order: TransferOrder, signal?: AbortSignal) {
    if (delay_s === null) return client.registerOrder(order, signal)
    travelling.push({ order, arrives_at: clock().add({ seconds: delay_s }) })
    travelling.sort((left, right) => Temporal.Instant.compare(left.arrives_at, right.arrives_at))
    delay_s = null
    return timedOut
  }

  return {
    stp: { ...client, registerOrder },
    delayNext(seconds) {
      delay_s = seconds
    },
    arrivedLate: () => late,
    nextArrival: () => travelling[0]?.arrives_at,
    async arrive() {
      for (;;) {
        const [first] = travelling
        if (first === undefined || Temporal.Instant.compare(first.arrives_at, clock()) > 0) return
        travelling.shift()
        late += 1
        await client.registerOrder(first.order)
      }
    },
  }
}
