import type { DiagnosticCheck, Finding, STEPS } from '@quincena/domain/diagnostics/schema'
import type { CommandContext } from '../../../command/context.ts'
import type { Deps } from '../../../deps.ts'

/** What a health check gets besides `Deps`. */
export interface Tools {
  context: CommandContext
  /** Runs a step and records its duration, also if it throws. */
  step: <Result>(name: (typeof STEPS)[number], work: () => Promise<Result>) => Promise<Result>
  /** Aborts when the check has taken too long. */
  signal: AbortSignal
}

interface Result {
  finding: Finding
  facts?: DiagnosticCheck['facts']
  detail?: string
}

/** A health check: uses a part as the system does and returns the finding. Throws if the part does not answer. */
export type HealthCheck = (deps: Deps, tools: Tools) => Promise<Result>
