import { activityEntry } from '@quincena/domain/activity/schema'
import { type ContactBody, type NoteBody, type NotedRecord, note } from '@quincena/domain/notes/schema'
import { useMutation } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { useAttempt } from '../../lib/idempotency.ts'
import { keys } from '../../lib/keys.ts'
import { pageQuery } from '../../lib/read-query.ts'
import { useRefresh } from '../../lib/refresher.ts'
import { withErrorText } from '../../lib/with-error-text.ts'

export const activityPageSize = 20

/** Loads a page of what happened to a record, the newest first. */
export const activityQuery = ({ kind, id }: NotedRecord, page: number) =>
  pageQuery((query) => keys.activity.of(kind, id, query), activityEntry, {
    path: `/activity/${kind}/${id}`,
    query: { page, page_size: activityPageSize },
  })

/** Writes a note about a record. */
export function useWriteNote({ kind, id }: NotedRecord) {
  const attempt = useAttempt()
  return useMutation({
    mutationFn: (body: NoteBody) =>
      withErrorText(
        api.post(note, `/activity/${kind}/${id}/notes`, { body, attempt }),
        'No se pudo guardar la nota.',
      ),
    onSuccess: useRefresh('note'),
  })
}

/** Registers a contact about a loan. */
export function useRegisterContact(loan: number) {
  const attempt = useAttempt()
  return useMutation({
    mutationFn: (body: ContactBody) =>
      withErrorText(
        api.post(note, `/loan/${loan}/contacts`, { body, attempt }),
        'No se pudo registrar el contacto.',
      ),
    onSuccess: useRefresh('note'),
  })
}
