import {
  accessConfig,
  accessConfigAnswer,
  accessConfigBody,
  passwordConfig,
} from '@quincena/domain/sessions/access-config'
import { clientLogBody, preferences, preferencesBody } from '@quincena/domain/sessions/schema'
import { isStaff } from '../../../command/context.ts'
import type { Deps } from '../../../deps.ts'
import { type App, allow } from '../../../http/access.ts'
import { contextOf } from '../../../http/request.ts'
import { nothing } from '../../../http/route-parts.ts'
import { changeAccessConfig, changePreferences, recordClientLog } from '../commands/update-settings.ts'
import { getAccessConfig } from '../queries/access.ts'
import { getPreferences } from '../queries/sessions.ts'

/** Routes of the access configuration, the preferences and the client's log. */
export function settingRoutes(app: App, deps: Deps) {
  const tags = ['sessions']
  app.get(
    '/auth/access-config',
    allow(
      'any',
      { tags, response: { 200: accessConfigAnswer } },
      { beforeFactor: true, beforePassword: true },
    ),
    async (request) => {
      const config = await getAccessConfig(deps.db)
      return isStaff(contextOf(request).user) ? config : passwordConfig.parse(config)
    },
  )
  app.put(
    '/auth/access-config',
    allow('admin', { tags, body: accessConfigBody, response: { 200: accessConfig } }, { factor: 'recent' }),
    (request) => changeAccessConfig(deps, contextOf(request), request.body),
  )
  app.get('/auth/preferences', allow('any', { tags, response: { 200: preferences } }), (request) =>
    getPreferences(deps.db, {
      user_id: contextOf(request).user.id,
      has_messages: deps.messenger !== null,
    }),
  )
  app.put(
    '/auth/preferences',
    allow('any', { tags, body: preferencesBody, response: { 200: preferences } }),
    (request) => changePreferences(deps, contextOf(request), request.body),
  )
  app.post(
    '/auth/logs',
    allow(
      'any',
      { tags, body: clientLogBody, response: { 204: nothing } },
      { rateLimit: { max: 60, timeWindow: '1 minute' }, beforeFactor: true, beforePassword: true },
    ),
    (request) => recordClientLog(deps, contextOf(request), request.body),
  )
}
