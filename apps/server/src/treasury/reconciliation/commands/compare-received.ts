import { compareReceived, compareUnknownReceived } from '@quincena/domain/reconciliation/compare-received'
import type { Trx } from '../../../db/types.ts'
import { ownReceived, unknownReceived } from '../queries/received-sides.ts'
import type { ComparedLists } from './compare-sent.ts'
import { type Finding, writeFindings } from './write-findings.ts'

const base = { order_type: 'R' as const, transfer_id: null, ledger: null }

async function compareOwn(trx: Trx, lists: ComparedLists): Promise<number> {
  const { operation_date, received_at: whole_at } = lists
  let opened = 0
  for (let after = 0; ; ) {
    const rows = await ownReceived(trx, { operation_date, whole_at, after })
    const last = rows.at(-1)
    if (last === undefined) return opened
    after = last.id
    const findings = rows
      .filter(({ listed, is_newer_than_list }) => listed !== null || !is_newer_than_list)
      .map(({ id, tracking_key, listed, ...own }): Finding => {
        const sides = compareReceived(own, listed)
        return { ...base, ...sides, order_key: `abono-${id}`, tracking_key, incoming_payment_id: id }
      })
    opened += await writeFindings(trx, lists, findings)
  }
}

async function compareUnknown(trx: Trx, lists: ComparedLists): Promise<number> {
  let opened = 0
  for (let after = 0; ; ) {
    const rows = await unknownReceived(trx, lists.operation_date, after)
    const last = rows.at(-1)
    if (last === undefined) return opened
    after = last.stp_id
    const findings = rows.map(({ stp_id, tracking_key, listed }): Finding => {
      const sides = compareUnknownReceived(listed)
      return { ...base, ...sides, order_key: String(stp_id), tracking_key, incoming_payment_id: null }
    })
    opened += await writeFindings(trx, lists, findings)
  }
}

/**
 * Compares STP's stored list of received orders with our incoming payments, 1,000 at a time. Returns the number of new
 * differences.
 */
export async function compareReceivedLists(trx: Trx, lists: ComparedLists): Promise<number> {
  return (await compareOwn(trx, lists)) + (await compareUnknown(trx, lists))
}
