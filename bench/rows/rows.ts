import type { Row } from '../harness/row.ts'
import { exportsRow } from './exports.ts'
import { growthRow } from './growth.ts'
import { listsRow } from './lists.ts'
import { pagesRow } from './pages.ts'
import { paymentsRow } from './payments.ts'
import { processesRow } from './processes.ts'
import { programRows } from './programs.ts'
import { searchesRow } from './searches.ts'
import { summaryRow } from './summary.ts'
import { uploadsRow } from './uploads.ts'

/** The rows of the table, in its order. */
export const rows: readonly Row[] = [
  ...[listsRow, pagesRow, searchesRow, growthRow, summaryRow, paymentsRow],
  ...[uploadsRow, exportsRow, processesRow],
  ...programRows,
]
