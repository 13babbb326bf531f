import { useSyncExternalStore } from 'react'
import { z } from 'zod'
import { store, stored } from './storage.ts'

const tableViews = z.object({
  /** Rows of 32 px instead of 44 px, in every list. */
  is_compact: z.boolean(),
  /** Keys of the hidden columns by the list's name. */
  hidden: z.record(z.string(), z.array(z.string())),
})
type TableViews = z.infer<typeof tableViews>

const usual: TableViews = { is_compact: false, hidden: {} }

function parseStored(text: string | null): TableViews {
  if (text === null) return usual
  try {
    return tableViews.catch(usual).parse(JSON.parse(text))
  } catch {
    return usual
  }
}

const none: readonly string[] = []

let lastText: string | null = null
let views = usual
const listeners = new Set<() => void>()

/** The stored views; the same object as long as nothing changes. */
function readViews(): TableViews {
  const text = stored('tables')
  if (text !== lastText) {
    lastText = text
    views = parseStored(text)
  }
  return views
}

function change(part: Partial<TableViews>): void {
  store('tables', JSON.stringify({ ...readViews(), ...part }))
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

/** How this device shows a list: the height of its rows and the columns that the user has hidden. */
export function useTableView(list: string) {
  const { is_compact, hidden } = useSyncExternalStore(subscribe, readViews)
  const ofList = hidden[list] ?? none
  const setHidden = (keys: readonly string[]) => change({ hidden: { ...hidden, [list]: [...keys] } })
  return {
    is_compact,
    hidden: ofList,
    setCompact: (isCompact: boolean) => change({ is_compact: isCompact }),
    showColumn: (key: string, isShown: boolean) =>
      setHidden(isShown ? ofList.filter((other) => other !== key) : [...ofList, key]),
    showAll: () => setHidden([]),
  }
}
