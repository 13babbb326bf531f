import { takeImport as takeRows } from '../features/imports/commands/take-import.ts'
import type { Deps } from '../lib/deps.ts'
import type { JobData } from './queue.ts'

/** Takes an upload's rows; run again it goes on with those that are left. */
export function takeImport(deps: Deps, { import_id }: JobData['take-import']): Promise<void> {
  return takeRows(deps, import_id)
}
