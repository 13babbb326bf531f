import {
  accessConfig,
  accessConfigAnswer,
  accessConfigBody,
  passwordConfig,
} from '@quincena/domain/sessions/access-config'
import { clientLogBody, preferences, preferencesBody } from '@quincena/domain/sessions/schema'
import { isStaff } from '../../../command/context.ts'
import type { Deps } from '../../../deps.ts'
import type { App } from '../../../http/access.ts'
import { contextOf } from '../../../http/request.ts'
import { nothing } from '../../../http/route-parts.ts'
import { changeAccessConfig, changePreferences, recordClientLog } from '../commands/update-settings.ts'
import { getAccessConfig } from '../queries/access.ts'
import { getPreferences } from '../queries/sessions.ts'

/** Routes of the access configuration, the preferences and the client's log. */
export function settingRoutes(app: App, deps: Deps) {
  const tags = ['sessions']
  app.route({
    method: 'GET',
    url: '/auth/access-config',
    config: { access: 'any' },
    schema: { tags, response: { 200: accessConfigAnswer } },
    async handler(request) {
      const config = await getAccessConfig(deps.db)
      return isStaff(contextOf(request).user) ? config : passwordConfig.parse(config)
    },
  })
  app.route({
    method: 'PUT',
    url: '/auth/access-config',
    config: { access: 'admin' },
    schema: { tags, body: accessConfigBody, response: { 200: accessConfig } },
    handler: (request) => changeAccessConfig(deps, contextOf(request), request.body),
  })
  app.route({
    method: 'GET',
    url: '/auth/preferences',
    config: { access: 'any' },
    schema: { tags, response: { 200: preferences } },
    handler: (request) => getPreferences(deps.db, contextOf(request).user.id),
  })
  app.route({
    method: 'PUT',
    url: '/auth/preferences',
    config: { access: 'any' },
    schema: { tags, body: preferencesBody, response: { 200: preferences } },
    handler: (request) => changePreferences(deps, contextOf(request), request.body),
  })
  app.route({
    method: 'POST',
    url: '/auth/logs',
    config: { access: 'any', rateLimit: { max: 60, timeWindow: '1 minute' } },
    schema: { tags, body: clientLogBody, response: { 204: nothing } },
    async handler(request, reply) {
      await recordClientLog(deps, contextOf(request), request.body)
      return reply.status(204).send(null)
    },
  })
}
