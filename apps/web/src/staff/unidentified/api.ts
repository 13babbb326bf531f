import { incomingPayment } from '@quincena/domain/incoming-payments/schema'
import { keys } from '../../lib/keys.ts'
import { pageSizes } from '../../lib/list-search.ts'
import { pageQuery } from '../../lib/read-query.ts'
import type { UnidentifiedSearch } from './search.ts'

/**
 * Loads a page of received money that is left and of which no loan is known, or of our claims, the oldest first by default. The previous
 * page stays visible while the next one loads.
 */
export function unidentifiedQuery({
  page = 1,
  search,
  owner,
  claimed,
  ordering = 'received_at',
}: Omit<UnidentifiedSearch, 'abono'>) {
  const query = { page, page_size: pageSizes[0], search, owner, claimed, ordering, unidentified: true }
  return pageQuery(keys.incomingPayments.list, incomingPayment, { path: '/stp/incoming-payments', query })
}
