import { z } from 'zod'
import { listSearch } from '../../lib/list-search.ts'

/** The version of a legal text that is read; without it the one in force. */
export const legalSearch = listSearch({ version: z.union([z.string(), z.number()]).transform(String) })
