import { AsyncLocalStorage } from 'node:async_hooks'
import pg from 'pg'
import { vi } from 'vitest'

/** A statement as the server sends it, with the values of its parameters. */
export interface Statement {
  text: string
  values: readonly unknown[]
}

const catches = new AsyncLocalStorage<Statement[][]>()

const isStatement = (query: unknown): query is { text: string; values?: unknown } =>
  typeof query === 'object' && query !== null && 'text' in query && typeof query.text === 'string'

/** Several statements that are sent in one message. */
const isMessage = (query: unknown): query is { statements: Statement[] } =>
  typeof query === 'object' && query !== null && 'statements' in query && Array.isArray(query.statements)

/** Reads the arguments of `pg.Client.query`: a text with values, or an object (a named statement, a cursor) with both. */
function statementOf([query, values]: readonly unknown[]): Statement {
  const { text, values: own } =
    typeof query === 'string' ? { text: query, values } : isStatement(query) ? query : { text: '' }
  if (text === '') throw new Error('a query without a text was sent')
  const given = own ?? values
  return { text, values: Array.isArray(given) ? [...given] : [] }
}

/**
 * Runs the work and returns its result with all SQL that it sent, in the messages in which it was sent; statements of
 * background work do not count.
 */
export async function catchStatements<T>(work: () => Promise<T>) {
  const messages: Statement[][] = []
  const send = pg.Client.prototype.query
  const spy = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...args) {
    const [query] = args
    catches.getStore()?.push(isMessage(query) ? query.statements : [statementOf(args)])
    return send.apply(this, args)
  })
  try {
    const result = await catches.run(messages, work)
    return { result, messages, statements: messages.flat() }
  } finally {
    spy.mockRestore()
  }
}
