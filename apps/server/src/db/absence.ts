import { reasonOf } from './database-fault.ts'

export interface AbsenceLog {
  warn: (fields: object, line: string) => void
}

/** Remembers that a server does not answer; warns once until it answers again. */
export function createAbsence(log: AbsenceLog, { line, pause_ms }: { line: string; pause_ms: number }) {
  let until_ms = 0
  let error: Error | undefined
  return {
    /** The failure, while the server is not to be asked. */
    now: () => (performance.now() < until_ms ? error : undefined),
    begin(failure: Error) {
      if (error === undefined) log.warn({ reason: reasonOf(failure) }, line)
      error = failure
      until_ms = performance.now() + pause_ms
    },
    end() {
      error = undefined
      until_ms = 0
    },
  }
}
