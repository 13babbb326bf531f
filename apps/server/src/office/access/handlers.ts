import { id } from '@quincena/domain/fields'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { isStaff } from '../../command/context.ts'
import type { Deps } from '../../deps.ts'
import type { App, SignedIn, ViewedKind } from '../../http/access.ts'
import { contextOf, originOf } from '../../http/request.ts'
import { type AccessEntry, openAccessRecord } from './commands/record-access.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** What the body of the answer says about the record that it shows; null: it shows none. */
    shownRecord: { id?: number | undefined } | null | undefined
  }
}

/** The step-up answers of `http/factor.ts` ask for a factor; they deny nothing. */
const stepUps = ['factor_required', 'factor_missing']

const optionalId = id.optional().catch(undefined)
const answerBody = z
  .object({ id: optionalId, order: z.object({ id: optionalId }).optional().catch(undefined) })
  .catch({})
const requestedApproval = z.object({ approval: z.object({}) })
const pathParams = z.object({ id: z.coerce.number().pipe(id).optional().catch(undefined) }).catch({})
const listFilter = z.object({ user__id: optionalId, loan__id: optionalId, loan: optionalId }).catch({})

/** Reads the id of the record that an answer shows; null if the answer is only the request of an approval. */
function readShownRecord(payload: unknown): { id?: number | undefined } | null {
  if (requestedApproval.safeParse(payload).success) return null
  const { id: own, order } = answerBody.parse(payload)
  return { id: own ?? order?.id }
}

/**
 * The record that an answer shows: the one that the body names, else that of the path, else the person or the loan whose
 * records a list contains. Null for a list without such a filter, whose rows are masked.
 */
function viewedRecord(request: FastifyRequest, kind: ViewedKind): readonly [ViewedKind, number] | null {
  if (request.shownRecord === null) return null
  const record_id = request.shownRecord?.id ?? pathParams.parse(request.params).id
  if (record_id !== undefined) return [kind, record_id]
  const { user__id, loan__id, loan = loan__id } = listFilter.parse(request.query)
  if (user__id !== undefined) return ['user', user__id]
  return loan === undefined ? null : ['loan', loan]
}

/** A file opened by a link that staff got; the tab that opens it sends no session. */
function openedFileEntry(request: FastifyRequest): AccessEntry | null {
  if (request.openedFile === undefined) return null
  const { staff_id, user_id, document } = request.openedFile
  const context = { ...originOf(request), user: { id: staff_id } }
  return { context, action: 'personal_data.viewed', subject: ['user', user_id], after: { document } }
}

/** What called: a session, or a token of the API. */
const callerSubject = ({ session_id, api_token }: SignedIn): AccessEntry['subject'] =>
  api_token === undefined ? ['session', session_id ?? 0] : ['api_token', api_token.id]

/** What to record of an answered request; null if it is neither a refusal nor a view of somebody's data by staff. */
function entryOf(request: FastifyRequest, reply: FastifyReply): AccessEntry | null {
  const { signedIn, routeOptions, problem } = request
  if (signedIn === undefined) return reply.statusCode < 300 ? openedFileEntry(request) : null
  const context = contextOf(request)
  if (reply.statusCode === 403 && !stepUps.includes(problem ?? '')) {
    const call = `${request.method} ${routeOptions.url ?? ''}`
    return { context, action: 'access.denied', subject: callerSubject(signedIn), after: { call } }
  }
  const { views } = routeOptions.config
  if (views === undefined || reply.statusCode >= 300 || !isStaff(signedIn.user)) return null
  const record = viewedRecord(request, views)
  if (record === null || (record[0] === 'user' && record[1] === signedIn.user.id)) return null
  return { context, action: 'personal_data.viewed', subject: record, after: {} }
}

/**
 * Records refused calls (403) and views of people's data by staff in the audit trail, after the answer and in batches,
 * so that no call waits for it. A process that is killed loses what it did not write within half a second.
 */
export function recordAccess(app: App, deps: Deps): void {
  const record = openAccessRecord(deps)
  app.decorateRequest('problem', undefined)
  app.decorateRequest('openedFile', undefined)
  app.decorateRequest('shownRecord', undefined)
  app.addHook('preSerialization', async (request, _reply, payload) => {
    if (request.routeOptions.config.views !== undefined) request.shownRecord = readShownRecord(payload)
    return payload
  })
  app.addHook('onResponse', async (request, reply) => {
    const entry = entryOf(request, reply)
    if (entry !== null) record.add(entry)
  })
  app.addHook('onClose', () => record.close())
}
