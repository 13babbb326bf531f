import { workerBalanceQuery } from '@quincena/domain/worker-balances/schema'
import { z } from 'zod'
import { listFields, listSearch } from '../../lib/list-search.ts'

/** Search parameters of the workers' balances. Without `lista` it shows those who have a balance. */
export const balanceListSearch = listSearch({
  lista: z.enum(['deben', 'devoluciones', 'anteriores']),
  search: listFields.search,
  ordering: workerBalanceQuery.shape.ordering,
})
export type BalanceListSearch = ReturnType<typeof balanceListSearch>
