import type { LoanType } from '@quincena/domain/loans/rules'
import { loanListItem } from '@quincena/domain/loans/schema'
import { keys } from '../../lib/keys.ts'
import { listParams } from '../../lib/list-search.ts'
import { pageQuery } from '../../lib/read-query.ts'
import type { LoanListSearch } from './search.ts'

/** Query parameters of a request list. The export sends the same parameters. */
export const loanListParams = (type: LoanType, search: LoanListSearch) => ({ type, ...listParams(search) })

/** Loads a page of credits or advances. The previous page stays visible while the next one loads. */
export const loansQuery = (type: LoanType, search: LoanListSearch) =>
  pageQuery(keys.loans.list, loanListItem, { path: '/loan', query: loanListParams(type, search) })
