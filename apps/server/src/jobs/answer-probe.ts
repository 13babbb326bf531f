import { sql } from 'kysely'
import type { Deps } from '../lib/deps.ts'
import type { JobData } from './queue.ts'

/** Tells who waits for it that jobs are worked on. */
export async function answerProbe(deps: Deps, { probe_id }: JobData['answer-probe']): Promise<void> {
  await deps.db
    .updateTable('queue_probe')
    .set({ answered_at: sql<string>`clock_timestamp()` })
    .where('id', '=', probe_id)
    .where('answered_at', 'is', null)
    .execute()
}
