import { incomingPayment } from '@quincena/domain/incoming-payments/schema'
import { keys } from '../../lib/keys.ts'
import { pageQuery } from '../../lib/read-query.ts'
import type { IncomingListSearch } from './search.ts'

export const pageSize = 10

/** Query parameters of each list filter. */
const filters = {
  open: { status: 'open', stp_confirmed: true },
  unconfirmed: { status: 'open', stp_confirmed: false },
  confirmed: { status: 'confirmed' },
  dismissed: { status: 'dismissed' },
  all: {},
} as const

/** Loads a page of incoming payments. The previous page stays visible while the next one loads. */
export function incomingPaymentsQuery({
  status = 'open',
  search,
  found,
  operation_date,
  unidentified,
  page = 1,
}: Omit<IncomingListSearch, 'status'> & {
  status?: IncomingListSearch['status'] | 'open'
}) {
  const shown = { search, found, operation_date, unidentified }
  const query = { page, page_size: pageSize, ...shown, ...filters[status] }
  return pageQuery(keys.incomingPayments.list, incomingPayment, { path: '/stp/incoming-payments', query })
}
