import { z } from 'zod'
import type { Db, Trx } from '../../../db/types.ts'
import type { Deps } from '../../../deps.ts'
import { auditContent, hasHmac } from '../rules.ts'
import type { Head } from './kept-heads.ts'

type Keys = Deps['secrets']['audit_keys']

const named = z.object({
  position: z.int().nonnegative(),
  head: z.string().nullable(),
  /** The storage keeps heads of a trail that went further and was given up, as after a restore. */
  gives_up: z.boolean().default(false),
})

/** A length of the chain that a signed row names, with the hash of the link there; null for an empty chain. */
export interface Mark extends z.infer<typeof named> {
  /** When the row was written; null if there is none. */
  at: string | null
}

const start: Mark = { position: 0, head: null, gives_up: false, at: null }

interface Marks {
  /** Links up to here may have rows without an HMAC: they are older than the key. */
  keyed: Mark | null
  /** Heads and time stamps in the file storage are expected of the links after this one. */
  accepted: Mark | null
}

/**
 * Reads which rows are older than the key (the oldest signed `audit.keyed`), and from where on the file storage has to
 * know the chain (the newest signed `audit.accepted`).
 */
export async function readMarks(db: Db | Trx, keys: Keys): Promise<Marks> {
  const rows = await db
    .selectFrom('audit')
    .select(['audit.id', auditContent.as('content'), 'audit.after', 'audit.hmac'])
    .select(['audit.action', 'audit.created_at'])
    .where('audit.action', 'in', ['audit.keyed', 'audit.accepted'])
    .orderBy('audit.id')
    .execute()
  const signed = rows.filter((row) => hasHmac(keys, row, row.hmac))
  const markOf = (row: (typeof rows)[number] | undefined): Mark | null =>
    row === undefined ? null : { ...named.parse(row.after), at: row.created_at }
  return {
    keyed: markOf(signed.find(({ action }) => action === 'audit.keyed')),
    accepted: markOf(signed.findLast(({ action }) => action === 'audit.accepted')),
  }
}

/** A mark, or the chain's start where there is none. */
export const orStart = (mark: Mark | null): Mark => mark ?? start

/** Whether a head that the chain does not have is one of the trail that was given up when the mark was made. */
export const isGivenUp = (head: Head, { at, position, gives_up }: Mark): boolean =>
  gives_up && at !== null && Date.parse(head.at) < Date.parse(at) && head.position > position
