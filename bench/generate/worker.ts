// Writes batches of workers and loans in a thread of its own, with a connection of its own.
import { parentPort, workerData } from 'node:worker_threads'
import pg from 'pg'
import { copyRows } from '../copy-rows.ts'
import { liveLoan } from './course.ts'
import { dayNumber } from './days.ts'
import { addLoanLines, createTables } from './loan-lines.ts'
import { type Place, planOf, type Size } from './loan-plan.ts'
import { workerLines } from './people.ts'

/** Numbers of workers or of loans from `from` up to and not including `to`; `number` counts the batches of loans. */
export interface Batch {
  of: 'workers' | 'loans'
  number: number
  from: number
  to: number
}
export interface Input {
  url: string
  size: Size
  place: Place
}

/** Ids that a batch of loans has for its payments, and for its corrections: more than it can use. */
const IDS_PER_BATCH = 50_000

const input: Input = workerData
const { size, place } = input
const client = new pg.Client({ connectionString: input.url })
const tables = createTables()
const today = dayNumber(place.today)

function idsOf({ number }: Batch) {
  let [payment, correction] = [
    place.payment + number * IDS_PER_BATCH,
    place.correction + number * IDS_PER_BATCH,
  ]
  return { payment: () => ++payment, correction: () => ++correction }
}

async function writeLoans(batch: Batch): Promise<void> {
  const ids = idsOf(batch)
  for (let n = batch.from; n < batch.to; n += 1) {
    const plan = planOf(n, size, place)
    const history = liveLoan(plan, { today, transfer_id: place.transfer + 1 + n, ids })
    addLoanLines(tables, plan, { history, place })
  }
  for (const lines of Object.values(tables)) await copyRows(client, lines, lines.take())
}

async function writeBatch(batch: Batch): Promise<void> {
  if (batch.of === 'loans') return writeLoans(batch)
  const lines = workerLines(batch, input)
  await copyRows(client, lines, lines.take())
}

await client.connect()
// No triggers and no foreign-key checks: the rows are consistent, and losing them does not matter.
await client.query('set session_replication_role = replica; set synchronous_commit = off')
parentPort?.on('message', async (batch: Batch | null) => {
  if (batch === null) {
    await client.end()
    parentPort?.close()
    return
  }
  await writeBatch(batch)
  parentPort?.postMessage('written')
})
parentPort?.postMessage('ready')
