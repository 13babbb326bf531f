import { z } from 'zod'
import { listSearch } from '../../lib/list-search.ts'

// A version such as 2.0 looks like a number in the URL.
const version = z.union([z.string(), z.number()]).transform(String)

/** Search parameters of a document: the version that is read, and the two that are compared. */
export const textDetailSearch = listSearch({ version, desde: version, hasta: version })
export type TextDetailSearch = ReturnType<typeof textDetailSearch>
