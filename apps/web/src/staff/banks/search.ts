import { bankLineQuery, openPaymentQuery } from '@quincena/domain/bank-statements/schema'
import { z } from 'zod'
import { listFields, listSearch } from '../../lib/list-search.ts'

/**
 * Search parameters of the screen of the banks. Without `cuenta` it shows the accounts; without `vista`, what is to be
 * matched in the account. `page`, `search` and `ordering` are those of the lines or of the statements.
 */
export const banksSearch = listSearch({
  cuenta: listFields.id,
  vista: z.enum(['movimientos', 'estados']),
  state: bankLineQuery.shape.state,
  search: listFields.search,
  ordering: bankLineQuery.shape.ordering,
  /** The chosen line, or the one whose dialog is open. */
  linea: listFields.id,
  /** The statement whose progress or result is shown. */
  estado: listFields.id,
  /** The list of payments beside the lines. */
  pagos_page: listFields.id,
  pagos_search: listFields.search,
  pagos_ordering: openPaymentQuery.shape.ordering,
})
export type BanksSearch = ReturnType<typeof banksSearch>

/** The search parameters and how a part of the screen changes them; `replace` keeps the step out of the history. */
export interface BanksUrl {
  search: BanksSearch
  navigate: (to: { search: (old: BanksSearch) => BanksSearch; replace?: boolean }) => Promise<void>
}
