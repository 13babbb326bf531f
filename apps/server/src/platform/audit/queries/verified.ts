import { createHmac } from 'node:crypto'
import type { Day } from '@quincena/domain/dates'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '../../../db/types.ts'
import type { Deps } from '../../../deps.ts'
import { isMissing, type Storage } from '../../../integrations/storage/storage.ts'
import { verifiedKey } from '../rules.ts'
import { isInChain } from './kept-heads.ts'
import { type Mark, orStart, readMarks } from './marks.ts'

const verified = z.object({
  /** The last link that was verified. */
  position: z.number(),
  audit_id: z.number(),
  hash: z.string(),
  /** The number of links up to it. */
  links: z.number(),
  /** When the last check of the whole trail began. */
  whole_at: z.string(),
})

/** Up to where a check found nothing wrong, kept outside the database. */
export type Verified = z.infer<typeof verified>

const signedVerified = verified.extend({ hmac: z.string() })

/** The signature under a key. It begins with a word of its own, so that no head of the chain can stand for it. */
export const verifiedHmac = (key: string, { position, audit_id, hash, links, whole_at }: Verified) =>
  createHmac('sha256', key)
    .update(`verified ${position} ${audit_id} ${hash} ${links} ${whole_at}`)
    .digest('hex')

type Keys = Deps['secrets']['audit_keys']

/** Reads up to where the trail was verified; null if nothing is kept, 'forged' if it has no valid signature. */
export async function getVerified(storage: Storage, keys: Keys): Promise<Verified | 'forged' | null> {
  try {
    const bytes = await storage.get(verifiedKey)
    const { hmac, ...kept } = signedVerified.parse(JSON.parse(Buffer.from(bytes).toString()))
    return keys.some((key) => verifiedHmac(key, kept) === hmac) ? kept : 'forged'
  } catch (error) {
    if (isMissing(error)) return null
    if (error instanceof z.ZodError || error instanceof SyntaxError) return 'forged'
    throw error
  }
}

/** The part of the trail that a check does not read again. */
export interface Passed extends Verified {
  /** Each day with signed rows that the file storage has to know, with the number of its last one. */
  days: Map<Day, number>
}

interface DayOfLinks {
  /** Null for links whose row is missing. */
  day: Day | null
  links: number
  last: number | null
}

/** Counts the links of a verified part by the day of their rows, without the rows' content. */
async function countDays(db: Db, { position }: Verified, { from, due }: { from: Mark; due: string }) {
  const { rows } = await sql<DayOfLinks>`
    select (a.created_at at time zone 'America/Mexico_City')::date as day, count(*) as links,
      max(c.position) filter (
        where a.hmac is not null and c.position > ${from.position} and a.created_at <= ${due}) as last
    from audit_chain as c left join audit as a on a.id = c.audit_id
    where c.position <= ${position} group by 1`.execute(db)
  return rows
}

const isMarkIn = async (db: Db, { position, head }: Mark) =>
  position === 0 ||
  (await db
    .selectFrom('audit_chain')
    .select('hash')
    .where('position', '=', position)
    .where('hash', '=', Buffer.from(head ?? '', 'hex'))
    .executeTakeFirst()) !== undefined

/**
 * The part of the trail that was verified, if it still has all its links and rows and the links that signed rows name;
 * null if it does not: then the whole trail has to be read, which says what is wrong.
 */
export async function readPassed(
  db: Db,
  keys: Keys,
  { verified, due }: { verified: Verified; due: string },
): Promise<Passed | null> {
  const { keyed, accepted } = await readMarks(db, keys)
  const passed = [orStart(keyed), orStart(accepted)].filter(({ position }) => position <= verified.position)
  for (const mark of passed) if (!(await isMarkIn(db, mark))) return null
  if (!(await isInChain(db, verified))) return null
  const counted = await countDays(db, verified, { from: orStart(accepted), due })
  const links = counted.reduce((sum, { links }) => sum + links, 0)
  if (links !== verified.links || counted.some(({ day }) => day === null)) return null
  const days = counted.flatMap(({ day, last }): [Day, number][] =>
    day === null || last === null ? [] : [[day, last]],
  )
  return { ...verified, days: new Map(days) }
}
