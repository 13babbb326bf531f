import {
  DIAGNOSTIC_PARTS,
  type DiagnosticCheck,
  type DiagnosticPart,
} from '@quincena/domain/diagnostics/schema'
import { useState } from 'react'
import { errorText } from '../../lib/api-error.ts'
import { tryPart } from './api.ts'

/** State of a health check: running, done with its result, or refused by the server with a text. */
export type Standing =
  | { state: 'running' }
  | { state: 'done'; tried: DiagnosticCheck }
  | { state: 'refused'; text: string }

export type Standings = Partial<Record<DiagnosticPart, Standing>>

/** Runs health checks, one or all in sequence. A running health check is not started again. */
export function useTries() {
  const [standings, setStandings] = useState<Standings>({})
  const put = (part: DiagnosticPart, standing: Standing) =>
    setStandings((old) => ({ ...old, [part]: standing }))
  const attempt = async (part: DiagnosticPart) => {
    if (standings[part]?.state === 'running') return
    put(part, { state: 'running' })
    try {
      put(part, { state: 'done', tried: await tryPart(part) })
    } catch (error) {
      put(part, { state: 'refused', text: errorText(error) })
    }
  }
  const attemptAll = async () => {
    for (const part of DIAGNOSTIC_PARTS) await attempt(part)
  }
  return { standings, attempt, attemptAll }
}
