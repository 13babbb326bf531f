import { useEffect } from 'react'
import { toast } from '../components/toast.tsx'
import { type DelayedCommand, undoNewest } from '../lib/delayed.ts'
import { isShortcut } from './shortcuts.ts'

const textField =
  'input:not([type=radio], [type=checkbox], [type=button]), textarea, select, [contenteditable=true]'

const isUndoKey = (event: KeyboardEvent) =>
  event.key.toLowerCase() === 'z' && (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey

/** Ctrl Z outside text fields, whose own undo it is there; Z where single keys are shortcuts. */
function undoes(event: KeyboardEvent): boolean {
  const isInField = event.target instanceof Element && event.target.closest(textField) !== null
  if (isUndoKey(event)) return !isInField && !event.defaultPrevented
  return event.key === 'z' && isShortcut(event)
}

/** Says that a command was undone; nothing without one. */
export const sayUndone = (command: DelayedCommand | undefined) => command && toast.info(command.undone)

/** Undoes the newest waiting command by key, also before its bar has loaded. */
export function useUndoKeys(): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const undone = undoes(event) ? undoNewest() : undefined
      if (undone === undefined) return
      event.preventDefault()
      sayUndone(undone)
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
}
