import { demoMail, demoMailQuery } from '@quincena/domain/mails/schema'
import { pageOf } from '@quincena/domain/page'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { AppError } from '../../command/errors.ts'
import { isLoopback } from '../../config/formats.ts'
import type { Deps } from '../../deps.ts'
import { type App, allow } from '../../http/access.ts'
import { addressOf } from '../../http/address.ts'
import { sendMailPage } from '../../http/mail-page.ts'
import { pageAnswer, windowOf } from '../../http/pagination.ts'
import { readOutbox, readOutboxHtml } from '../../integrations/mail/outbox.ts'

const proxyHeaders = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip']

/**
 * False where a proxy or a tunnel passes a request on, and where a site's name leads to this machine (DNS rebinding).
 */
function isOfThisMachine(request: FastifyRequest): boolean {
  if (!isLoopback(new URL(addressOf(request)).hostname)) return false
  return proxyHeaders.every((name) => request.headers[name] === undefined)
}

/**
 * The mails of a demo without a mail server. They hold links and codes that open every account of the demo, so the route
 * exists only where `env.shows_mails` is true, and answers this machine only.
 */
export function demoMailRoutes(app: App, { env }: Pick<Deps, 'env'>) {
  if (!env.shows_mails) return
  app.get(
    '/demo/mails',
    allow('public', {
      tags: ['demo'],
      querystring: demoMailQuery,
      response: { 200: pageOf(demoMail) },
    }),
    async (request) => {
      if (!isOfThisMachine(request)) throw new AppError('route.not_found', 404)
      return pageAnswer(request, await readOutbox(env.data_dir, windowOf(request.query)))
    },
  )
  app.get(
    '/demo/mails/:id/html',
    allow('public', { tags: ['demo'], params: z.object({ id: z.string().max(80) }) }),
    async (request, reply) => {
      if (!isOfThisMachine(request)) throw new AppError('route.not_found', 404)
      const page = await readOutboxHtml(env.data_dir, request.params.id)
      if (page === undefined) throw new AppError('route.not_found', 404)
      return sendMailPage(reply, page)
    },
  )
}
