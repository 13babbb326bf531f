import type { RegisterResult, StpClient } from '../../src/integrations/stp/client.ts'
import type { ReturnResult } from '../../src/integrations/stp/return-order.ts'
import type { Unknown } from '../../src/integrations/stp/transport.ts'

const timedOut: Unknown = { outcome: 'unknown', reason: 'timeout', detail: 'no answer in time' }

const [cutHour, minutesBefore] = [18, 10]

/** A copy that crosses the cut would be an order of another operating day, which STP takes: then nothing is repeated. */
function isNearCut(now: Temporal.Instant): boolean {
  const { hour, minute } = now.toZonedDateTimeISO('America/Mexico_City')
  return hour === cutHour - 1 && minute >= 60 - minutesBefore
}

/** A request on its way to STP. */
interface Travelling {
  arrive: () => Promise<unknown>
  arrives_at: Temporal.Instant
}

/** The network to STP: a proxy that can delay an order beyond its caller's timeout, or repeat it. */
export interface Network {
  stp: StpClient
  /** Delays the next order; its caller gets outcome `unknown` at once. */
  delayNext: (seconds: number) => void
  /** Sends the next order twice; its caller gets STP's answer to the second. */
  repeatNext: () => void
  /** Arrival of the next delayed order, if there is one. */
  nextArrival: () => Temporal.Instant | undefined
  /** Number of orders that arrived after their caller's timeout. */
  arrivedLate: () => number
  /** Number of orders that STP received twice. */
  repeated: () => number
  /** Sends STP every delayed order that is due at the current clock. */
  arrive: () => Promise<void>
}

/** Wraps an STP client so that single orders, also those that return received money, can be delayed and repeated. */
export function createNetwork(client: StpClient, clock: () => Temporal.Instant): Network {
  const travelling: Travelling[] = []
  let delay_s: number | null = null
  let is_repeating = false
  let late = 0
  let repeated = 0

  /** Sends a request as the network does at this moment. */
  async function carry<Result extends RegisterResult | ReturnResult>(send: () => Promise<Result>) {
    if (delay_s !== null) {
      travelling.push({ arrive: send, arrives_at: clock().add({ seconds: delay_s }) })
      travelling.sort((left, right) => Temporal.Instant.compare(left.arrives_at, right.arrives_at))
      delay_s = null
      return timedOut
    }
    if (!is_repeating || isNearCut(clock())) return send()
    is_repeating = false
    repeated += 1
    await send()
    return send()
  }

  return {
    stp: {
      ...client,
      registerOrder: (order, signal) => carry(() => client.registerOrder(order, signal)),
      returnOrder: (payment, signal) => carry(() => client.returnOrder(payment, signal)),
    },
    delayNext(seconds) {
      delay_s = seconds
    },
    repeatNext() {
      is_repeating = true
    },
    arrivedLate: () => late,
    repeated: () => repeated,
    nextArrival: () => travelling[0]?.arrives_at,
    async arrive() {
      for (;;) {
        const [first] = travelling
        if (first === undefined || Temporal.Instant.compare(first.arrives_at, clock()) > 0) return
        travelling.shift()
        late += 1
        await first.arrive()
      }
    },
  }
}
