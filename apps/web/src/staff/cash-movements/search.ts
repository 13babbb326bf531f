import { ownMovementsQuery } from '@quincena/domain/treasury/own-movements'
import { listFields, listSearch } from '../../lib/list-search.ts'

const { kind, state, owner, ordering } = ownMovementsQuery.shape

/** Search parameters of the lender's own movements at STP. */
export const movementsSearch = listSearch({
  search: listFields.search,
  kind: kind.unwrap(),
  state: state.unwrap(),
  /** Without it, the movements of every owner and of none. */
  owner: owner.unwrap(),
  ordering,
  /** Id of the movement whose dialog is open. */
  movimiento: listFields.id,
})
export type MovementsSearch = ReturnType<typeof movementsSearch>
