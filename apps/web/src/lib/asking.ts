import { useEffect, useSyncExternalStore } from 'react'

let openQuestions = 0
const listeners = new Set<() => void>()

function change(by: 1 | -1): void {
  openQuestions += by
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Counts a question above the dialogs while it is open, so that Escape closes only the question. */
export function useAsking(isOpen: boolean): void {
  useEffect(() => {
    if (!isOpen) return
    change(1)
    return () => change(-1)
  }, [isOpen])
}

/** True while a question is open above the dialogs. */
export const useIsAsking = () => useSyncExternalStore(subscribe, () => openQuestions > 0)
