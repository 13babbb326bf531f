import { createHash } from 'node:crypto'
import pg from 'pg'

/** A text gets its name at this use in the pool, so that a statement of a single moment stays unnamed. */
const namedFromUse = 3
/** Each named statement takes memory of each connection's server process. */
const mostNames = 1_000
/** Texts that are counted before they have a name. */
const mostCounted = 5_000
/** Longer texts are inserts of many rows, whose number is part of the text. */
const longestText = 8_000

/** Begins the text of a statement whose best plan depends on its values, such as a search: it is never named. */
export const plannedAnew = '/* planned for its values */'

type Failure = Error & { code?: unknown }

/** A migration changed what a prepared statement selects (0A000). */
const changedResult = /cached plan must not change result type/
/** A pooler gave the connection to another process, which knows no or another statement of this name. */
const poolerCodes = new Set(['26000', '42P05'])

/** True if a statement failed only because it was named; the same request may succeed when it is sent again. */
export function isStaleStatement(error: Failure): boolean {
  return changedResult.test(error.message) || poolerCodes.has(String(error.code))
}

/** A search has many texts, by the number and length of its words, and its plan depends on how frequent they are. */
const isOfValues = (text: string) => text.startsWith(plannedAnew) || text.includes('searchable(')

/** A statement without values that may be prepared: not `begin`, `set`, nor several statements in one text. */
const isRead = (text: string) => /^\s*(select|with)\b[^;]*$/.test(text)

/**
 * The names of the statements that a pool sends. A name is made of the text, so that it means the same statement on every
 * connection and in every process.
 */
export function createNames() {
  const uses = new Map<string, number>()
  const names = new Map<string, string>()
  const unnamed = new Set<string>()
  let round = 0
  let isOff = false

  const countUse = (text: string) => {
    if (uses.size >= mostCounted) uses.clear()
    const count = (uses.get(text) ?? 0) + 1
    uses.set(text, count)
    return count
  }

  function nameOf(text: string): string | undefined {
    const known = names.get(text)
    if (known !== undefined || isOff || names.size >= mostNames) return known
    if (text.length > longestText || unnamed.has(text) || isOfValues(text)) return undefined
    if (countUse(text) < namedFromUse) return undefined
    uses.delete(text)
    const name = createHash('sha256').update(`${round} ${text}`).digest('base64url')
    names.set(text, name)
    return name
  }

  return {
    /** The name of a statement with values or of a query; none for others, and for the first uses. */
    nameFor: (text: string, values: readonly unknown[]) =>
      values.length > 0 || isRead(text) ? nameOf(text) : undefined,
    /**
     * Makes every connection prepare its statements anew, under other names, and never the one that failed: a pooler may
     * keep its old plan. After a fault of a pooler nothing is named any more.
     */
    forget(text: string, error: Failure) {
      names.clear()
      unnamed.add(text)
      round += 1
      if (isOff || !poolerCodes.has(String(error.code))) return
      isOff = true
      process.emitWarning('the pooler keeps no named statements; set DATABASE_PREPARE=0')
    },
  }
}

export type Names = ReturnType<typeof createNames>

type Arguments = [text: unknown, values?: unknown, ...rest: unknown[]]

/**
 * Makes a connection name the queries and the statements with values that come again, so that PostgreSQL parses each of
 * them once for each connection and may keep its plan. Transactions, settings and cursors stay as they are.
 */
export function prepareStatements(client: pg.ClientBase, names: Names): void {
  const send = (...args: Arguments): unknown => Reflect.apply(pg.Client.prototype.query, client, args)

  async function sendNamed(query: { name: string; text: string }, rest: unknown[]) {
    try {
      return await send(query, ...rest)
    } catch (error) {
      if (error instanceof Error && isStaleStatement(error)) names.forget(query.text, error)
      throw error
    }
  }

  const sendPrepared = (text: unknown, ...rest: unknown[]) => {
    const [values] = rest
    if (typeof text !== 'string' || !Array.isArray(values)) return send(text, ...rest)
    const name = names.nameFor(text, values)
    return name === undefined ? send(text, ...rest) : sendNamed({ name, text }, rest)
  }
  // pg declares `query` with many signatures; this one passes all of them on.
  client.query = sendPrepared as pg.ClientBase['query']
}
