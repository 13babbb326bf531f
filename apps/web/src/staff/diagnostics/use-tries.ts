import {
  DIAGNOSTIC_PARTS,
  type DiagnosticPart,
  type DiagnosticTry,
} from '@quincena/domain/diagnostics/schema'
import { useState } from 'react'
import { errorText } from '../../lib/api-error.ts'
import { tryPart } from './api.ts'

/** Where a part's button stands. */
export type Standing =
  | { state: 'running' }
  | { state: 'done'; tried: DiagnosticTry }
  | { state: 'refused'; text: string }

export type Standings = Partial<Record<DiagnosticPart, Standing>>

/** Tries of parts, each by itself or one after another; a part under way is not tried twice. */
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
