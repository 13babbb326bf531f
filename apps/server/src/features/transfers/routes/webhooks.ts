import { callbackReceived, incomingPaymentReply } from '@quincena/domain/transfers/webhooks'
import { z } from 'zod'
import type { App } from '../../../lib/access.ts'
import type { Deps } from '../../../lib/deps.ts'
import { notFound } from '../../../lib/errors.ts'
import { sameText } from '../../../lib/secrets.ts'
import { callerFilter } from '../callers.ts'
import { receiveOrderState, receivePayment } from '../commands/receive-message.ts'

const params = z.object({ secret: z.string() })
/** Read field by field after it is kept: whatever STP sends is answered 200. */
const body = z.looseObject({})
const config = { access: 'stp' as const, rateLimit: false as const }

/** STP's callbacks: unsigned, so a secret path and an address list; anybody else finds nothing there. */
export function webhookRoutes(app: App, deps: Deps) {
  const isAllowed = callerFilter(deps.env.stp.webhook_allow)

  function admit(secret: string, ip: string) {
    if (!sameText(secret, deps.secrets.stp_webhook_secret) || !isAllowed(ip)) throw notFound()
  }

  app.route({
    method: 'POST',
    url: '/stp/webhooks/:secret/order-state',
    config,
    preValidation: async (request) => admit(params.parse(request.params).secret, request.ip),
    schema: { tags: ['stp'], params, body, response: { 200: callbackReceived } },
    handler: async (request) => {
      await receiveOrderState(deps, request.body, request.ip)
      return { mensaje: 'recibido' as const }
    },
  })

  app.route({
    method: 'POST',
    url: '/stp/webhooks/:secret/payment',
    config,
    preValidation: async (request) => admit(params.parse(request.params).secret, request.ip),
    schema: { tags: ['stp'], params, body, response: { 200: incomingPaymentReply } },
    handler: async (request) => {
      await receivePayment(deps, request.body, request.ip)
      return { mensaje: 'confirmar' as const }
    },
  })
}
