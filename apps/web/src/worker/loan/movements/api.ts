import { balanceMovement } from '@quincena/domain/worker-balances/schema'
import { keys } from '../../../lib/keys.ts'
import { pagesQuery } from '../../../lib/read-query.ts'

/** The movements of the worker's balance, newest first, in pages. */
export const ownMovementsQuery = (user_id: number) =>
  pagesQuery(keys.workerBalances.movements(user_id, {}), balanceMovement, {
    path: `/treasury/balances/${user_id}/movements`,
  })
