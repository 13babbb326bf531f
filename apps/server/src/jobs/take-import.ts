import { takeImport as takeRows } from '../features/imports/commands/take-import.ts'
import type { Deps } from '../lib/deps.ts'
import type { JobData } from './queue.ts'

/** Imports the rows of an upload; a second run continues with the remaining rows. */
export function takeImport(deps: Deps, { import_id }: JobData['take-import']): Promise<void> {
  return takeRows(deps, import_id)
}
