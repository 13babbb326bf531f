import { z } from 'zod'
import { listFields, listSearch } from '../../lib/list-search.ts'

/** Search parameters of the list. Without a state it shows the open requests. */
export const privacySearch = listSearch({ state: z.enum(['answered', 'all']), solicitud: listFields.id })
export type PrivacySearch = ReturnType<typeof privacySearch>
