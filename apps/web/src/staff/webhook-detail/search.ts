import { z } from 'zod'
import { listSearch } from '../../lib/list-search.ts'

/** Search parameters of the log of an endpoint. */
export const webhookLogSearch = listSearch({ failed: z.literal(true) })
