import { useEffect, useEffectEvent } from 'react'

interface PageCommand {
  label: string
  run: () => void
}

const commands = new Set<PageCommand>()

/** Offers a command of the screen in the search of everything while the component is shown. */
export function usePageCommand(label: string, run: () => void, isAvailable: boolean): void {
  const runLatest = useEffectEvent(run)
  useEffect(() => {
    if (!isAvailable) return
    const command = { label, run: () => runLatest() }
    commands.add(command)
    return () => {
      commands.delete(command)
    }
  }, [label, isAvailable])
}

/** The commands that the screen offers now. */
export const listPageCommands = (): readonly PageCommand[] => [...commands]
