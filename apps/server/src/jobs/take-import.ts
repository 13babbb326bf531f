import type { Deps } from '../command/deps.ts'
import { takeImport as takeRows } from '../people/imports/commands/take-import.ts'
import type { JobData } from './queue.ts'

/** Imports the rows of an upload; a second run continues with the remaining rows. */
export function takeImport(deps: Deps, { import_id }: JobData['take-import']): Promise<void> {
  return takeRows(deps, import_id)
}
