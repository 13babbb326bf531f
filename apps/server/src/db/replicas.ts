import { setTimeout as sleep } from 'node:timers/promises'
import { type DatabaseConnection, sql } from 'kysely'
import { type AbsenceLog, createAbsence } from './absence.ts'
import { systemIdentifierOf } from './identify.ts'
import { walPosition } from './positions.ts'
import type { Db } from './types.ts'
import { isConnectTimeout, isPoolFull, isUnavailable } from './unavailable.ts'
import { LateError, within } from './within.ts'

/** After a failure of the replica it is not asked for this time. */
const pauseMs = 5_000
/** A replica replays a commit some milliseconds after the primary has answered it. */
const secondLookMs = 10
/** Longest wait for a replica's position. */
const probeLimitMs = 1_000

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? error.code : undefined)

/** Error 40001 of a replica: the primary removed rows that the statement still needed. */
const isRecoveryConflict = (error: unknown) => codeOf(error) === '40001'

/** Error 57014: the statement took too long, and would take as long on the primary. */
const isTooSlow = (error: unknown) => codeOf(error) === '57014'

const errorOf = (error: unknown) => (error instanceof Error ? error : new Error(String(error)))

/** After a time limit a second try would only add its own. */
const mayTryAgain = (failure: Error) =>
  isUnavailable(failure) && !isConnectTimeout(failure) && !(failure instanceof LateError)

/** What an error of a replica, or of the work on it, means. Throws it if the primary would fail, too. */
function outcomeOf(error: unknown, is_working: boolean): { result?: undefined; failure?: Error } {
  if (isPoolFull(error)) return {}
  if (!is_working) return { failure: errorOf(error) }
  if (isRecoveryConflict(error)) return {}
  if (!isUnavailable(error) || isTooSlow(error)) throw error
  return { failure: errorOf(error) }
}

interface Replicas {
  replica: Db
  /** That of the primary; undefined if it is not compared. */
  system_identifier: string | undefined
  log: AbsenceLog
}

/**
 * Opens the reading of one or several replicas behind one address. The result's value is what the work read on a replica
 * that has replayed the position; undefined if none has, or none is free or answers. Errors of the work that are not of
 * the connection are thrown.
 */
export function openReplicas({ replica, system_identifier, log }: Replicas) {
  const progress = new WeakMap<DatabaseConnection, number>()
  const absence = createAbsence(log, {
    line: 'no replica answers, so lists are read from the primary',
    pause_ms: pauseMs,
  })

  async function requireIdentity(copy: Db) {
    if (system_identifier === undefined) return
    const own = await systemIdentifierOf(copy)
    if (own !== undefined && own !== system_identifier)
      throw new Error('the server is a replica of another database')
  }

  /** Throws if the server is no replica, which it ceases to be when it is promoted. */
  async function readProgress(copy: Db): Promise<number> {
    const { rows } = await sql<{ position: number | null; is_replica: boolean }>`
      select ${walPosition} as position, pg_is_in_recovery() as is_replica`.execute(copy)
    if (rows[0]?.is_replica !== true) throw new Error('the server is no replica')
    return rows[0].position ?? 0
  }

  /** Each connection may lead to another replica, so each is asked. */
  async function hasReplayed(copy: Db, position: number): Promise<boolean> {
    const connection = await copy.getExecutor().provideConnection(async (own) => own)
    if (!progress.has(connection)) await requireIdentity(copy)
    for (const wait_ms of [0, secondLookMs]) {
      if ((progress.get(connection) ?? -1) >= position) return true
      if (wait_ms > 0) await sleep(wait_ms)
      progress.set(connection, await readProgress(copy))
    }
    return (progress.get(connection) ?? -1) >= position
  }

  /** The value, undefined if a replica is there but does not show the position now, or the failure to reach one. */
  async function tryReplica<T>(
    position: number,
    work: (db: Db) => Promise<T>,
  ): Promise<{ result?: { value: T } | undefined; failure?: Error }> {
    let is_working = false
    try {
      const result = await replica.connection().execute(async (copy) => {
        // A connection that is given back with a statement that still runs is closed.
        if (!(await within(probeLimitMs, hasReplayed(copy, position)))) return undefined
        is_working = true
        return { value: await work(copy) }
      })
      absence.end()
      return { result }
    } catch (error) {
      return outcomeOf(error, is_working)
    }
  }

  /** A second try follows a connection that broke: another replica may stand behind the address. */
  return async function onReplica<T>(
    position: number,
    work: (db: Db) => Promise<T>,
  ): Promise<{ value: T } | undefined> {
    if (absence.now() !== undefined) return undefined
    const first = await tryReplica(position, work)
    if (first.failure === undefined) return first.result
    const last = mayTryAgain(first.failure) ? await tryReplica(position, work) : first
    if (last.failure !== undefined) absence.begin(last.failure)
    return last.result
  }
}
