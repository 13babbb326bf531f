import { z } from 'zod'
import { auditQuery } from '../audit/schema.ts'
import { companyQuery } from '../companies/schema.ts'
import { loanQuery } from '../loans/schema.ts'
import { transferQuery } from '../transfers/schema.ts'
import { userQuery } from '../users/schema.ts'

const exportFormat = z.enum(['xlsx', 'csv'], 'Elige xlsx o csv').default('xlsx')
export type ExportFormat = z.infer<typeof exportFormat>

/** An export is asked for as its list is, without pages, with the kind of file. */
const format = { format: exportFormat }
const pages = { page: true, page_size: true } as const

export const loanExport = loanQuery.omit(pages).extend(format)
export const userExport = userQuery.omit(pages).extend(format)
export const companyExport = companyQuery.omit(pages).extend(format)
export const auditExport = auditQuery.omit(pages).extend(format)
export const transferExport = transferQuery.omit(pages).extend(format)

/** Rows below the head that an .xlsx sheet holds. */
export const XLSX_ROWS_LIMIT = 1_048_575
