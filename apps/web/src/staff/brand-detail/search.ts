import { z } from 'zod'
import { listSearch } from '../../lib/list-search.ts'

/** The version that the screen shows in a dialog. */
export const brandSearch = listSearch({ version: z.coerce.number().int().positive() })
