import { z } from 'zod'
import { day, idText, instant } from '../fields.ts'
import { loanListItem } from '../loans/schema.ts'
import { money } from '../money.ts'
import { CONTACT_MEANS } from '../notes/schema.ts'
import { listQuery, pageOf } from '../page.ts'
import { AGES } from './ageing.ts'

/** The age of a due or late loan; `ageing.ts` says more. */
const age = z.enum(AGES, 'Elige una antigüedad válida')

/** The newest contact about a loan. */
const lastContact = z.object({
  at: instant,
  by: z.string(),
  means: z.enum(CONTACT_MEANS),
  text: z.string(),
  next_step: z.string().nullable(),
  next_step_on: day.nullable(),
})

/** A due or late loan. `days_late`, `overdue`, `to_pay` and `amount_due` are those of every list of loans. */
const collectionItem = loanListItem.extend({ last_contact: lastContact.nullable() })
export type CollectionItem = z.infer<typeof collectionItem>

/** The loans of one age under the other filters: how many, and what they owe in all. */
const ageTotal = z.object({ count: z.int().positive(), amount: money })
export type AgeTotal = z.infer<typeof ageTotal>

export const collectionPage = pageOf(collectionItem).extend({ ages: z.partialRecord(age, ageTotal) })

/** Query of `GET /collections`; without an order the latest come first. */
export const collectionQuery = listQuery(['days_late', 'amount_due', 'next_step'], 20).extend({
  age: age.optional(),
  company: idText.optional(),
})
export type CollectionQuery = z.output<typeof collectionQuery>
