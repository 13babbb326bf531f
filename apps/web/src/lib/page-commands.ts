import { useEffect, useEffectEvent } from 'react'

interface PageCommand {
  label: string
  /** The single key that runs it, where single keys are shortcuts. */
  key?: string
  run: () => void
}

const commands = new Set<PageCommand>()

/** Offers a command of the screen while the component is shown: in the search of everything, and by its key. */
export function usePageCommand({
  label,
  key,
  run,
  isAvailable,
}: PageCommand & { isAvailable: boolean }): void {
  const runLatest = useEffectEvent(run)
  useEffect(() => {
    if (!isAvailable) return
    const command = { label, ...(key !== undefined && { key }), run: () => runLatest() }
    commands.add(command)
    return () => {
      commands.delete(command)
    }
  }, [label, key, isAvailable])
}

/** The commands that the screen offers now. */
export const listPageCommands = (): readonly PageCommand[] => [...commands]
