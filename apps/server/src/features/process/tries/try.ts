import type { DiagnosticTry, Finding, STEPS } from '@quincena/domain/diagnostics/schema'
import type { ActContext } from '../../../lib/context.ts'
import type { Deps } from '../../../lib/deps.ts'

export interface Tools {
  context: ActContext
  /** Runs a step and keeps how long it took, also where it throws. */
  step: <Result>(name: (typeof STEPS)[number], act: () => Promise<Result>) => Promise<Result>
  /** Aborted when the try has taken too long. */
  signal: AbortSignal
}

interface Found {
  finding: Finding
  facts?: DiagnosticTry['facts']
  detail?: string
}

/** Really uses a part, as the system does, and says how it went; throws where the part does not answer. */
export type Try = (deps: Deps, tools: Tools) => Promise<Found>
