import { setTimeout as sleep } from 'node:timers/promises'
import { isNightlyPause } from '@quincena/domain/mexico/operating-day'
import type { Deps } from '../../../deps.ts'
import { findTransfer } from '../queries/transfers.ts'
import type { TransferRow } from '../rules.ts'

const pollMs = 400

/** True once the call to STP has ended, also if its result is unknown. */
function isAnswered({ status, asked_at }: TransferRow): boolean {
  return (
    status === 'sent' ||
    status === 'failed' ||
    status === 'review' ||
    (status === 'unknown' && asked_at !== null)
  )
}

/**
 * Waits at most `wait_ms` milliseconds until the call of an order has ended, in whichever process it runs, and returns
 * the row as it is then.
 */
export async function waitForTransfer(
  deps: Deps,
  transfer_id: number,
  wait_ms: number,
): Promise<TransferRow> {
  // Nothing is sent in STP's nightly pause, so there is no answer to wait for.
  const closed = isNightlyPause(await deps.stp.hours.at(deps.clock()))
  const until = performance.now() + (closed ? 0 : wait_ms)
  let wake: () => void = () => undefined
  const stop = deps.events.subscribe((event) => {
    if (event.topic === 'transfer' && event.id === transfer_id) wake()
  })
  try {
    for (;;) {
      const changed = new Promise<void>((resolve) => {
        wake = resolve
      })
      const row = await findTransfer(deps.db, transfer_id)
      const left_ms = until - performance.now()
      if (isAnswered(row) || left_ms <= 0) return row
      await Promise.race([changed, sleep(Math.min(pollMs, left_ms))])
    }
  } finally {
    stop()
  }
}
