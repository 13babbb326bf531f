import { z } from 'zod'
import { auditQuery } from '../audit/schema.ts'
import { bankLineQuery, openPaymentQuery } from '../bank-statements/schema.ts'
import { collectionQuery } from '../collections/schema.ts'
import { companyFilters } from '../companies/schema.ts'
import { loanFilters } from '../loans/schema.ts'
import { inDayOrder } from '../page.ts'
import { paymentQuery } from '../payments/schema.ts'
import { transferFilters } from '../transfers/schema.ts'
import { daysQuery, movementsQuery } from '../treasury/schema.ts'
import { userFilters } from '../users/schema.ts'
import { workerBalanceQuery } from '../worker-balances/schema.ts'

const exportFormat = z.enum(['xlsx', 'csv'], 'Elige xlsx o csv').default('xlsx')
export type ExportFormat = z.infer<typeof exportFormat>

/** An export has the query of its list, without pages, plus the file format. */
const format = { format: exportFormat }
const pages = { page: true, page_size: true } as const

export const loanExport = inDayOrder(loanFilters.omit(pages).extend(format))
export const collectionExport = collectionQuery.omit(pages).extend(format)
export const userExport = inDayOrder(userFilters.omit(pages).extend(format))
export const companyExport = inDayOrder(companyFilters.omit(pages).extend(format))
export const auditExport = auditQuery.omit(pages).extend(format)
export const paymentExport = paymentQuery.omit(pages).extend(format)
export const workerBalanceExport = workerBalanceQuery.omit(pages).extend(format)
export const transferExport = inDayOrder(transferFilters.omit(pages).extend(format))
export const bankLineExport = bankLineQuery.omit(pages).extend(format)
export const openPaymentExport = openPaymentQuery.omit(pages).extend(format)
export const movementExport = movementsQuery.omit(pages).extend(format)
export const trialBalanceExport = daysQuery.safeExtend(format)

/** Largest number of rows below the header of an .xlsx sheet (2^20 rows in total). */
export const XLSX_ROWS_LIMIT = 1_048_575
