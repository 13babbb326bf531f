import { idText } from '@quincena/domain/fields'
import type { FastifyReply } from 'fastify'
import { z } from 'zod'
import type { App } from './access.ts'

/** Body of an empty response (204). */
export const nothing = z.null()

/** Parameters of `/noun/:id`; anything but a positive integer is a 404. */
export const idParams = z.object({ id: idText })

/** Rate limit of requests that make a PDF: 20 per minute and session. */
export const pdfRateLimit = { rateLimit: { max: 20, timeWindow: '1 minute' } }

/**
 * Sets the first success status that the schema of a route declares, so that a handler only returns the body. The
 * server does not start if a schema declares answers but no success.
 */
export function setDeclaredStatus(app: App) {
  app.addHook('onRoute', (route) => {
    const response = route.schema?.response
    if (response === undefined) return
    const success = Object.keys(Object(response)).find((status) => /^2\d\d$/.test(status))
    if (success === undefined) throw new Error(`${route.url}: the schema declares no success status`)
    const setStatus = async (_request: unknown, reply: FastifyReply) => void reply.status(Number(success))
    route.preHandler = [setStatus, ...[route.preHandler ?? []].flat()]
  })
}
