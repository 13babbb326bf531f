import { ID_LIST_LIMIT } from '@quincena/domain/fields'
import type { LoanType } from '@quincena/domain/loans/rules'
import type { LoanListItem } from '@quincena/domain/loans/schema'
import { useSyncExternalStore } from 'react'
import { toast } from '../../components/toast.tsx'
import { onSessionEnd } from '../../lib/session.ts'

type Selected = ReadonlyMap<number, LoanListItem>

const none: Selected = new Map()
let selected: Record<LoanType, Selected> = { credit: none, advance: none }
const listeners = new Set<() => void>()

function change(next: typeof selected): void {
  selected = next
  for (const listener of listeners) listener()
}

onSessionEnd(() => change({ credit: none, advance: none }))

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

function select(type: LoanType, loans: readonly LoanListItem[], isSelected: boolean): void {
  const next = new Map(selected[type])
  for (const loan of loans) {
    if (!isSelected) next.delete(loan.id)
    else if (next.size < ID_LIST_LIMIT || next.has(loan.id)) next.set(loan.id, loan)
  }
  const isFull = isSelected && loans.some(({ id }) => !next.has(id))
  if (isFull) toast.info(`Puedes seleccionar hasta ${ID_LIST_LIMIT} solicitudes`)
  change({ ...selected, [type]: next })
}

/** Removes a loan from the selection of its list. */
export function deselect(type: LoanType, id: number): void {
  const { [type]: loans } = selected
  if (loans.has(id)) change({ ...selected, [type]: new Map([...loans].filter(([other]) => other !== id)) })
}

/**
 * The selected loans of a list, as they were when they were selected, at most `ID_LIST_LIMIT`. They stay selected on
 * other pages, under other filters and while another screen is open, until the page is reloaded.
 */
export function useSelection(type: LoanType) {
  const loans = useSyncExternalStore(subscribe, () => selected[type])
  return {
    loans,
    onSelect: (some: readonly LoanListItem[], isSelected: boolean) => select(type, some, isSelected),
    clear: () => change({ ...selected, [type]: none }),
  }
}
