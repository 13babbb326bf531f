import type { FastifyBaseLogger } from 'fastify'

/** The process's log, as commands and jobs use it. */
export type Log = Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>
