import pg from 'pg'

/** A text gets its name at this use, so that a statement of a single moment stays unnamed. */
const namedFromUse = 3
/** Each named statement takes memory of each connection's server process. */
const mostNames = 500
/** Texts that are counted before they have a name. */
const mostCounted = 5_000

/**
 * Codes of a named statement that a connection cannot run. 0A000 with this text: a migration changed what it selects.
 * 26000 and 42P05: a pooler gave the connection to another process, which knows no or another statement of this name.
 */
const changedResult = /cached plan must not change result type/
const poolerCodes = new Set(['26000', '42P05'])

/** True if a statement failed only because it was named; the same request may succeed when it is sent again. */
export function isStaleStatement(error: Error & { code?: unknown }): boolean {
  return changedResult.test(error.message) || poolerCodes.has(String(error.code))
}

/** The names of the statements that this process sends, the same on each connection. */
function createNames() {
  const uses = new Map<string, number>()
  const names = new Map<string, string>()
  let count = 0
  let isOff = false
  return {
    nameOf(text: string): string | undefined {
      const name = names.get(text)
      if (name !== undefined || isOff || names.size >= mostNames) return name
      const used = (uses.get(text) ?? 0) + 1
      if (uses.size >= mostCounted) uses.clear()
      uses.set(text, used)
      if (used < namedFromUse) return undefined
      count += 1
      names.set(text, `s${count}`)
      uses.delete(text)
      return names.get(text)
    },
    /** Makes every connection prepare its statements anew; after a fault of a pooler nothing is named any more. */
    forget(error: Error & { code?: unknown }) {
      names.clear()
      if (isOff || !poolerCodes.has(String(error.code))) return
      isOff = true
      process.emitWarning('the pooler keeps no named statements; set DATABASE_PREPARE=0')
    },
  }
}

const names = createNames()

type Arguments = [text: unknown, values?: unknown, ...rest: unknown[]]

/** Adds a name to a statement with parameters; other statements, transactions and cursors stay as they are. */
function named([text, values, ...rest]: Arguments): Arguments {
  if (typeof text !== 'string' || !Array.isArray(values) || values.length === 0)
    return [text, values, ...rest]
  const name = names.nameOf(text)
  return name === undefined ? [text, values, ...rest] : [{ name, text }, values, ...rest]
}

async function orForget(result: Promise<unknown>) {
  try {
    return await result
  } catch (error) {
    if (error instanceof Error && isStaleStatement(error)) names.forget(error)
    throw error
  }
}

/**
 * Makes a connection name the statements that come again, so that PostgreSQL parses each of them once for each
 * connection and may keep its plan. The text stays the key: the same text has the same name on every connection.
 */
export function prepareStatements(client: pg.ClientBase): void {
  const send = (...args: Arguments) => {
    const result: unknown = Reflect.apply(pg.Client.prototype.query, client, named(args))
    return result instanceof Promise ? orForget(result) : result
  }
  // pg declares `query` with many signatures; this one passes all of them on.
  client.query = send as pg.ClientBase['query']
}
