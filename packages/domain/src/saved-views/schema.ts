import { z } from 'zod'
import { id, required } from '../fields.ts'
import { hasIdentifier } from '../masking.ts'

/** The lists of the staff app whose filters can be saved under a name. */
const savedViewList = z.enum(['credits', 'advances', 'users', 'companies', 'transfers'])
export type SavedViewList = z.infer<typeof savedViewList>

/** The most views that a user can save of one list. */
export const MAX_SAVED_VIEWS = 20

/** The most characters of a view's filters, as JSON. */
const MAX_SAVED_SEARCH = 2000

const name = required('Escribe un nombre', 60)

/** Filters and order of a list, as its URL has them. */
const savedSearch = z
  .record(z.string().max(40), z.union([z.string().max(200), z.number(), z.boolean()]))
  .refine((search) => JSON.stringify(search).length <= MAX_SAVED_SEARCH, 'Son demasiados filtros')

/** Named filters of a list, private to the user who saved them. */
export const savedView = z.object({ id, list: savedViewList, name, search: savedSearch })
export type SavedView = z.infer<typeof savedView>

export const savedViewQuery = z.object({ list: savedViewList })
export const savedViews = z.object({ results: z.array(savedView) })

/** Who was searched stays out of a view, which is kept for years and opened on any computer. */
const newSearch = savedSearch.refine(
  (search) => !Object.values(search).some((value) => hasIdentifier(String(value))),
  'Una vista no guarda una CURP, un RFC, un teléfono, una cuenta ni otro número largo',
)

export const savedViewBody = savedView.omit({ id: true }).extend({ search: newSearch })
export type SavedViewBody = z.infer<typeof savedViewBody>

/** A new name, new filters or both. */
export const savedViewPatch = savedViewBody
  .omit({ list: true })
  .partial()
  .refine(
    ({ name: newName, search }) => newName !== undefined || search !== undefined,
    'Indica un nombre o filtros nuevos',
  )
export type SavedViewPatch = z.infer<typeof savedViewPatch>
