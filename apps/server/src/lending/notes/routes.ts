import { contactBody, NOTED_KINDS, note, noteBody } from '@quincena/domain/notes/schema'
import type { Deps } from '../../deps.ts'
import { type App, allow } from '../../http/access.ts'
import { contextOf } from '../../http/request.ts'
import { idParams } from '../../http/route-parts.ts'
import { recordContact, writeNote } from './commands.ts'

const tags = ['activity']

/** Routes with which staff write notes about a record and register contacts about a loan. */
export function noteRoutes(app: App, deps: Deps) {
  for (const kind of NOTED_KINDS) {
    app.post(
      `/activity/${kind}/:id/notes`,
      allow(
        'staff',
        { tags, params: idParams, body: noteBody, response: { 201: note } },
        { idempotency: 'required' },
      ),
      (request) =>
        writeNote(deps, contextOf(request), {
          record: { kind, id: request.params.id },
          text: request.body.text,
        }),
    )
  }

  app.post(
    '/loan/:id/contacts',
    allow(
      'staff',
      { tags, params: idParams, body: contactBody, response: { 201: note } },
      { idempotency: 'required' },
    ),
    (request) => recordContact(deps, contextOf(request), { ...request.body, loan_id: request.params.id }),
  )
}
