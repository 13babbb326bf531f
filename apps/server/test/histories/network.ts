import type { RegisterResult, StpClient } from '../../src/integrations/stp/client.ts'
import type { TransferOrder } from '../../src/integrations/stp/order-body.ts'

const timedOut: RegisterResult = { outcome: 'unknown', reason: 'timeout', detail: 'no answer in time' }

interface Travelling {
  order: TransferOrder
  arrives_at: Temporal.Instant
}

/** The way to STP: it can be made so slow that an order arrives after its caller gave up waiting. */
export interface Network {
  stp: StpClient
  /** The next order arrives so much later. */
  delayNext: (seconds: number) => void
  /** The instant of the next arrival, if anything is on its way. */
  nextArrival: () => Temporal.Instant | undefined
  /** How many orders arrived after their caller gave up. */
  arrivedLate: () => number
  /** Has everything arrive whose time has come; the clock stands there. */
  arrive: () => Promise<void>
}

/** Puts a slow network before a client of STP. */
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
