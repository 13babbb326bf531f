import { incomingPaymentReply } from '@quincena/domain/incoming-payments/callback'
import { callbackReceived } from '@quincena/domain/transfers/webhooks'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { notFound } from '../../../command/errors.ts'
import { sameText } from '../../../crypto/signature.ts'
import type { Deps } from '../../../deps.ts'
import { type App, allow } from '../../../http/access.ts'
import { callerFilter } from '../../../http/caller-filter.ts'
import { receiveOrderState, receivePaymentCallback } from '../commands/receive-message.ts'

const params = z.object({ secret: z.string() })
const bodyLimitBytes = 2 * 1024 * 1024

/** Accepts a body of any content type as text, because every callback is stored and gets 200, whatever it contains. */
function acceptAnyBody(scope: App) {
  scope.removeAllContentTypeParsers()
  const parseAs = 'string' as const
  scope.addContentTypeParser<string>('*', { parseAs, bodyLimit: bodyLimitBytes }, (_request, text, done) =>
    done(null, text),
  )
}

function arrivalOf({ body, ip }: FastifyRequest) {
  return { text: typeof body === 'string' ? body : '', ip }
}

/**
 * Registers STP's callbacks. They are unsigned, so they need the secret path and a caller on the address list; others
 * get 404.
 */
export function webhookRoutes(app: App, deps: Deps) {
  const isAllowed = callerFilter(deps.env.stp.webhook_allow)

  /** Checks secret and address before the body is read. Throws 404. */
  async function admit(request: FastifyRequest) {
    const { secret } = params.parse(request.params)
    if (!sameText(secret, deps.secrets.stp_webhook_secret) || !isAllowed(request.ip)) throw notFound()
  }

  app.register((scope: App, _options, done) => {
    acceptAnyBody(scope)

    scope.post(
      '/stp/webhooks/:secret/order-state',
      {
        ...allow('stp', { tags: ['stp'], params, response: { 200: callbackReceived } }, { rateLimit: false }),
        onRequest: admit,
      },
      async (request) => {
        await receiveOrderState(deps, arrivalOf(request))
        return { mensaje: 'recibido' as const }
      },
    )

    scope.post(
      '/stp/webhooks/:secret/payment',
      {
        ...allow(
          'stp',
          { tags: ['stp'], params, response: { 200: incomingPaymentReply } },
          { rateLimit: false },
        ),
        onRequest: admit,
      },
      async (request) => {
        await receivePaymentCallback(deps, arrivalOf(request))
        return { mensaje: 'confirmar' as const }
      },
    )
    done()
  })
}
