import {
  DIAGNOSTIC_PARTS,
  type DiagnosticCheck,
  type DiagnosticPart,
} from '@quincena/domain/diagnostics/schema'
import { useState } from 'react'
import { errorText } from '../../lib/api-error.ts'
import { runHealthCheck } from './api.ts'

/** State of a health check: running, done with its result, or refused by the server with a text. */
export type CheckState =
  | { state: 'running' }
  | { state: 'done'; check: DiagnosticCheck }
  | { state: 'refused'; text: string }

export type CheckStates = Partial<Record<DiagnosticPart, CheckState>>

/** Runs health checks, one or all in sequence. A running health check is not started again. */
export function useHealthChecks() {
  const [checkStates, setCheckStates] = useState<CheckStates>({})
  const setCheckState = (part: DiagnosticPart, checkState: CheckState) =>
    setCheckStates((old) => ({ ...old, [part]: checkState }))
  const runCheck = async (part: DiagnosticPart) => {
    if (checkStates[part]?.state === 'running') return
    setCheckState(part, { state: 'running' })
    try {
      setCheckState(part, { state: 'done', check: await runHealthCheck(part) })
    } catch (error) {
      setCheckState(part, { state: 'refused', text: errorText(error) })
    }
  }
  const runAllChecks = async () => {
    for (const part of DIAGNOSTIC_PARTS) await runCheck(part)
  }
  return { checkStates, runCheck, runAllChecks }
}
