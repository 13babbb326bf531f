import { type AbsenceLog, createAbsence } from './absence.ts'
import { isConnecting } from './connect.ts'
import { rememberPositions } from './positions.ts'
import { openReplicas } from './replicas.ts'
import type { Db } from './types.ts'
import { isConnectionLost } from './unavailable.ts'
import { LateError, within } from './within.ts'

const freshForMs = 5_000
/** After a failure of the primary, it is not asked for this time. */
const primaryAwayMs = 1_000
/** Longest wait for a new connection of the primary where a replica can answer. */
const primaryLimitMs = 2_000

/** What a request has to see: a position of the log; undefined means that only the primary shows it. */
interface Needs {
  needed_position?: number | undefined
}

/** Positions that the look-up of a session reads in passing. */
export interface Positions {
  /** Where the log was after the last change by the session. */
  written_position?: number | null
  /** Where the log of the primary is now; null on a server that is none. */
  position?: number | null
}

/** Looks something up on the server that it is given. */
type Find<T> = (db: Db) => Promise<(T & Positions) | undefined>

export interface Reads {
  /** The pool of the replica's connections, if there is one. */
  replica: Db | undefined
  /** The number that the primary shares with its replicas, if it is compared. */
  system_identifier: string | undefined
  /**
   * Runs reads for lists, figures and files, all on one server: on a replica that shows what the caller needs to see,
   * else on the primary. Not for what decides about money.
   */
  run: <T>(needs: Needs | undefined, work: (db: Db) => Promise<T>) => Promise<T>
  /**
   * Runs `find` on the primary and adds what the request has to see. With `mayLag` a replica answers if the primary
   * cannot be reached, up to two minutes after its last answer, with what the primary had six seconds before that at the
   * latest.
   */
  find: <T extends object>(find: Find<T>, mayLag: boolean) => Promise<(T & Needs) | undefined>
  /** As `run`, for a file that is read until `release`. */
  take: (needs: Needs | undefined) => Promise<{ db: Db; release: () => void }>
  /** Others committed something that they want to be read: from now on replicas have to show it. */
  noteNews: () => void
}

/** Reads where there is no replica. */
function openPrimaryReads(db: Db): Reads {
  return {
    replica: undefined,
    system_identifier: undefined,
    run: (_needs, work) => work(db),
    take: async () => ({ db, release: () => undefined }),
    find: (find) => find(db),
    noteNews: () => undefined,
  }
}

interface Servers {
  db: Db
  replica: Db | undefined
  log: AbsenceLog
  /** The number that the primary shares with its replicas; without it a replica's is not compared. */
  system_identifier?: string | undefined
  /** A change that no event tells of is in every list after this time. */
  fresh_ms?: number
}

/**
 * Runs the work on a connection of the primary. A full pool and a slow answer are waited for; a new connection that does
 * not come about within the limit is an error.
 */
async function onPrimary<T>(db: Db, work: (db: Db) => Promise<T>): Promise<T> {
  const start = Promise.withResolvers<void>()
  const result = db.connection().execute((own) => {
    start.resolve()
    return work(own)
  })
  result.catch(start.reject)
  try {
    await within(primaryLimitMs, start.promise)
  } catch (error) {
    if (!(error instanceof LateError) || isConnecting(db)) throw error
  }
  return await result
}

/** `run` for a file: the server that it is read from, until `release`. */
async function hold(run: (work: (db: Db) => Promise<void>) => Promise<void>) {
  const server = Promise.withResolvers<Db>()
  const end = Promise.withResolvers<void>()
  const work = (db: Db) => {
    server.resolve(db)
    return end.promise
  }
  run(work).catch(server.reject)
  return { db: await server.promise, release: end.resolve }
}

/**
 * Chooses the server that lists are read from. A replica answers if it has replayed (1) what the session changed, which
 * is known to all processes, (2) what this process was notified of by events, and (3) what was committed five seconds ago. All
 * three are positions of the log that the look-up of the session reads from the primary anyway.
 */
export function openReads({ db, replica, log, system_identifier, fresh_ms = freshForMs }: Servers): Reads {
  if (replica === undefined) return openPrimaryReads(db)
  const onReplica = openReplicas({ replica, system_identifier, log })
  const absence = createAbsence(log, {
    line: 'the primary does not answer, so lists are read from a replica',
    pause_ms: primaryAwayMs,
  })
  const positions = rememberPositions(fresh_ms)

  async function findOn<T extends object>(primary: Db, find: Find<T>) {
    const times = { asked_ms: performance.now(), news_before: positions.news() }
    const session = await find(primary)
    // A former primary tells nothing of what the new one has.
    if (session === undefined || session.position === null) return session
    if (session.position !== undefined) positions.take(session.position, times)
    return { ...session, needed_position: positions.neededBy(session.written_position) }
  }

  async function findOnReplica<T extends object>(find: Find<T>, failure: Error) {
    const settled = positions.settled()
    const session = settled === undefined ? undefined : (await onReplica(settled, find))?.value
    // A session that is not there may be newer than the replica.
    if (settled === undefined || session === undefined) throw failure
    return { ...session, needed_position: Math.max(settled, session.written_position ?? 0) }
  }

  async function run<T>(needs: Needs | undefined, work: (db: Db) => Promise<T>): Promise<T> {
    const position = needs?.needed_position
    const result = position === undefined ? undefined : await onReplica(position, work)
    return result === undefined ? work(db) : result.value
  }

  return {
    replica,
    system_identifier,
    run,
    take: (needs) => hold((work) => run(needs, work)),
    async find(find, mayLag) {
      if (!mayLag) return findOn(db, find)
      const failure = absence.now()
      if (failure !== undefined) return findOnReplica(find, failure)
      try {
        const session = await onPrimary(db, (primary) => findOn(primary, find))
        absence.end()
        return session
      } catch (error) {
        const is_away = isConnectionLost(error) || error instanceof LateError
        if (!(error instanceof Error && is_away)) throw error
        absence.begin(error)
        return findOnReplica(find, error)
      }
    },
    noteNews: positions.noteNews,
  }
}
