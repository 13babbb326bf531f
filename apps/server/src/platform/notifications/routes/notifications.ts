import { idText } from '@quincena/domain/fields'
import {
  notification,
  notificationBody,
  notificationPatch,
  notificationQuery,
  readNotificationsBody,
  unreadCount,
} from '@quincena/domain/notifications/schema'
import { pageOf } from '@quincena/domain/page'
import { z } from 'zod'
import { AppError } from '../../../command/errors.ts'
import type { Deps } from '../../../deps.ts'
import { type App, allow } from '../../../http/access.ts'
import { pageAnswer } from '../../../http/pagination.ts'
import { contextOf } from '../../../http/request.ts'
import {
  checkNotification,
  deleteNotification,
  postNotification,
  readNotifications,
  restoreNotification,
} from '../commands/notify.ts'
import { countUnread, listNotifications } from '../queries/notifications.ts'
import { createEventStreams } from './event-streams.ts'

const tags = ['notifications']
const params = z.object({ id: idText })
/** How long ago the reader loaded its data; events since then are sent again, at most of the last minute. */
const eventQuery = z.object({ past_ms: z.coerce.number().int().min(0).default(0) })

function listRoutes(app: App, deps: Deps) {
  app.get(
    '/notification/',
    allow('any', { tags, querystring: notificationQuery, response: { 200: pageOf(notification) } }),
    async (request) =>
      pageAnswer(request, await listNotifications(deps.db, contextOf(request).user, request.query)),
  )

  app.get(
    '/notification/unread-count',
    allow('any', { tags, response: { 200: unreadCount } }, { passive: true }),
    (request) => countUnread(deps.db, contextOf(request).user.id),
  )
}

function changeRoutes(app: App, deps: Deps) {
  app.post(
    '/notification/',
    allow('staff', { tags, body: notificationBody, response: { 201: notification } }),
    (request) => postNotification(deps, contextOf(request), request.body),
  )

  app.post(
    '/notification/read',
    allow('any', { tags, body: readNotificationsBody, response: { 200: unreadCount } }),
    (request) => readNotifications(deps, contextOf(request), request.body),
  )

  app.patch(
    '/notification/:id',
    allow('any', { tags, params, body: notificationPatch, response: { 200: notification } }),
    (request) => checkNotification(deps, contextOf(request), { id: request.params.id, ...request.body }),
  )

  app.delete(
    '/notification/:id',
    allow('any', { tags, params, response: { 204: z.null() } }),
    async (request) => {
      await deleteNotification(deps, contextOf(request), request.params.id)
    },
  )

  app.post(
    '/notification/:id/restore',
    allow('any', { tags, params, response: { 200: notification } }),
    (request) => restoreNotification(deps, contextOf(request), request.params.id),
  )
}

function eventRoute(app: App, deps: Deps) {
  const streams = createEventStreams({ events: deps.events, findOpenSessions: app.findOpenSessions })
  // A stream never ends by itself: without this hook the server's shutdown would wait for the readers.
  app.addHook('preClose', async () => streams.close())
  app.get('/events', allow('any', { tags, querystring: eventQuery }, { passive: true }), (request, reply) => {
    const { past_ms } = request.query
    const { user, session_id } = contextOf(request)
    if (session_id === null) throw new AppError('session.required', 401)
    const stream = streams.open({ user, session_id, past_ms })
    request.raw.once('close', () => stream.destroy())
    return reply
      .headers({ 'cache-control': 'no-store', 'x-accel-buffering': 'no' })
      .type('text/event-stream')
      .send(stream)
  })
}

export function notificationRoutes(app: App, deps: Deps) {
  listRoutes(app, deps)
  changeRoutes(app, deps)
  eventRoute(app, deps)
}
