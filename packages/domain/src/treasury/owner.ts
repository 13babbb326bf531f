import { z } from 'zod'
import { id } from '../fields.ts'

/** The staff user who takes care of something that waits, such as money that nobody identified. */
export const owner = z.object({ id, name: z.string() })
export type Owner = z.infer<typeof owner>

/** Body of every `PUT /…/{id}/owner`; null gives it back. */
export const ownerBody = z.object({ owner_id: id.nullable() })

/** What every `PUT /…/{id}/owner` answers at least. */
export const ownerAnswer = z.object({ owner: owner.nullable() })
