import { vi } from 'vitest'
import { delay_ms } from '../src/lib/delayed.ts'

/** Keeps delayed commands waiting, so that a slow machine does not send them first; `vi.unstubAllGlobals` ends it. */
export function holdDelays(): void {
  const { setTimeout: start } = globalThis
  vi.stubGlobal('setTimeout', (run: () => void, ms?: number) => start(run, ms === delay_ms ? 600_000 : ms))
}
