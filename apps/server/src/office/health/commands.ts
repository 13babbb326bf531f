import { sql } from 'kysely'
import type { Deps } from '../../deps.ts'
import type { JobData } from '../../jobs/queue.ts'

/** Minutes after which old probes are deleted. */
const keptMinutes = 60

/** Sends a job through the queue; returns the id of the row that its answer is written to. Deletes old probes. */
export function sendProbe(deps: Deps): Promise<number> {
  return deps.db.transaction().execute(async (trx) => {
    await trx
      .deleteFrom('queue_probe')
      .where('sent_at', '<', sql<string>`clock_timestamp() - make_interval(mins => ${keptMinutes})`)
      .execute()
    const { id } = await trx
      .insertInto('queue_probe')
      .defaultValues()
      .returning('id')
      .executeTakeFirstOrThrow()
    await deps.queue.send(trx, 'answer-probe', { probe_id: id })
    return id
  })
}

/** Answers a probe, which proves to its waiting request that jobs run. */
export async function answerProbe(deps: Deps, { probe_id }: JobData['answer-probe']): Promise<void> {
  await deps.db
    .updateTable('queue_probe')
    .set({ answered_at: sql<string>`clock_timestamp()` })
    .where('id', '=', probe_id)
    .where('answered_at', 'is', null)
    .execute()
}
