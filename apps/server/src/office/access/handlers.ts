import type { FastifyReply, FastifyRequest } from 'fastify'
import { isStaff } from '../../command/context.ts'
import type { Deps } from '../../deps.ts'
import type { App } from '../../http/access.ts'
import { contextOf } from '../../http/request.ts'
import { type AccessEntry, openAccessRecord } from './commands/record-access.ts'

/** The step-up answers of `http/factor.ts` ask for a factor; they deny nothing. */
const stepUps = ['factor_required', 'factor_missing']

/** The id that a call is about: that of its path, or the person or loan whose records it lists. */
function idOf({ params, query }: FastifyRequest): number | null {
  const parameters = { ...(query as Record<string, unknown>), ...(params as Record<string, unknown>) }
  const id = Number(parameters.id ?? parameters.user__id ?? parameters.loan)
  return Number.isSafeInteger(id) && id > 0 ? id : null
}

/** What to record of an answered request; null if it is neither a refusal nor a view of somebody's data by staff. */
function entryOf(request: FastifyRequest, reply: FastifyReply): AccessEntry | null {
  const { signedIn, routeOptions, problem } = request
  if (signedIn === undefined) return null
  const context = contextOf(request)
  if (reply.statusCode === 403 && !stepUps.includes(problem ?? '')) {
    const call = `${request.method} ${routeOptions.url ?? ''}`
    return { context, action: 'access.denied', subject: ['session', signedIn.session_id], after: { call } }
  }
  const { views } = routeOptions.config
  const isView = views !== undefined && reply.statusCode === 200 && isStaff(signedIn.user)
  const id = idOf(request)
  if (!isView || id === null || (views === 'user' && id === signedIn.user.id)) return null
  return { context, action: 'personal_data.viewed', subject: [views, id], after: {} }
}

/**
 * Records refused calls (403) and views of people's data by staff in the audit trail, after the answer and in batches,
 * so that no call waits for it. A process that is killed loses what it did not write within half a second.
 */
export function recordAccess(app: App, deps: Deps): void {
  const record = openAccessRecord(deps)
  app.decorateRequest('problem', undefined)
  app.addHook('onResponse', async (request, reply) => {
    const entry = entryOf(request, reply)
    if (entry !== null) record.add(entry)
  })
  app.addHook('onClose', () => record.close())
}
