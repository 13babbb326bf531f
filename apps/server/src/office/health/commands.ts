import { sql } from 'kysely'
import type { Deps } from '../../command/deps.ts'
import type { JobData } from '../../jobs/queue.ts'

/** Answers a probe, which proves to its waiting request that jobs run. */
export async function answerProbe(deps: Deps, { probe_id }: JobData['answer-probe']): Promise<void> {
  await deps.db
    .updateTable('queue_probe')
    .set({ answered_at: sql<string>`clock_timestamp()` })
    .where('id', '=', probe_id)
    .where('answered_at', 'is', null)
    .execute()
}
